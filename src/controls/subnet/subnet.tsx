import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { formQuery } from '#api/model.ts';
import { query } from '#api/operation.ts';
import { useWorkspace } from '#api/workspace.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import { LineList } from '#controls/list/line-list.tsx';
import { Technical } from '#controls/text/technical.tsx';
import { isNetwork, parseCidr } from '#domain/formats/cidr.ts';
import { formatIp, v4Key } from '#domain/formats/ip.ts';
import { asText, isObject, texts } from '#domain/json.ts';
import type { AddressPlan } from '#generated/client/schemas.ts';
import { maskAt, ownSubnets, subnetAt } from './own-subnets.ts';
import './subnet.css';

/** The private spaces (RFC 1918). */
const SPACES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const SIZES = [16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30];

/** A subnet, or the address of a device in one, with what is taken in the company beside it. */
export function Subnet(props: ControlProps): ReactNode {
  const { t } = useTranslation('steps');
  const [open, setOpen] = useState(false);
  const id = useId();
  const Input = props.field.kind === 'array' ? LineList : Technical;
  return (
    <div className="wx-subnet">
      <Input {...props} field={props.field.kind === 'array' ? { ...props.field, widget: undefined } : props.field} />
      <button
        type="button"
        className="btn btn-small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={t('plan.openFor', { label: props.label })}
        onClick={() => setOpen(!open)}
      >
        {t('plan.open')}
      </button>
      {open && (
        <div id={id} className="wx-plan" role="group" aria-label={t('plan.title')}>
          <Plan {...props} />
        </div>
      )}
    </div>
  );
}

function Plan({ field, value, document, pointer = '', onChange, onBlur }: ControlProps): ReactNode {
  const { t } = useTranslation('steps');
  const { companyId, language } = useWorkspace();
  const doc = document?.() ?? {};
  const here = subnetAt(field, doc, pointer, value);
  const mask = maskAt(field, doc, pointer);
  const [within, setWithin] = useState(() => spaceOf(here));
  const [size, setSize] = useState(24);
  const prefix = Math.min(30, Math.max(8, mask ?? size));
  const company = asText(isObject(doc) ? doc['companyId'] : undefined) ?? companyId;
  const siteId = asText(isObject(doc) ? doc['siteId'] : undefined);
  const form = useQuery(formQuery(asText(field.options?.['operation']))).data;
  const operation = form?.operation;
  const kinds = form?.labels[language].enums['holders[].kind'];
  const asked = {
    within,
    prefix,
    ...(here === undefined ? {} : { subnet: here }),
    ...(siteId === undefined ? {} : { siteId }),
    also: [...ownSubnets(field, doc, pointer), ...(Array.isArray(value) ? texts(value).filter(isCidr) : [])].slice(0, 100),
  };
  const answer = useQuery({
    ...query<AddressPlan>(operation, { path: { companyId: company ?? '' }, query: asked }),
    enabled: operation !== undefined && company !== undefined,
  });
  const plan = answer.data?.data;
  const take = (free: string): void => {
    onChange(
      Array.isArray(value) || field.kind === 'array'
        ? [...(Array.isArray(value) ? value : []), free]
        : mask === undefined
          ? free
          : firstHost(free),
    );
    onBlur?.();
  };
  if (answer.error) return <p className="wx-bad">{errorMessage(answer.error)}</p>;
  return (
    <>
      <div className="wx-plan-choice">
        <label>
          {t('plan.within')}
          <select className="input" value={within} onChange={({ target }) => setWithin(target.value)}>
            {[...new Set([...SPACES, within])].map((space) => (
              <option key={space}>{space}</option>
            ))}
          </select>
        </label>
        {mask === undefined ? (
          <label>
            {t('plan.size')}
            <select className="input" value={size} onChange={({ target }) => setSize(Number(target.value))}>
              {SIZES.map((each) => (
                <option key={each} value={each}>
                  /{each}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <span className="wx-note">{t('plan.byMask', { prefix })}</span>
        )}
      </div>
      {plan && (
        <>
          <Bar plan={plan} />
          {plan.holders.length > 0 && (
            <ul className="wx-plan-holders">
              {plan.holders.map((holder) => (
                <li key={`${holder.subnet} ${holder.siteId ?? ''}`}>
                  {t('plan.held', {
                    subnet: holder.subnet,
                    site: holder.site ?? t('plan.beyond'),
                    kind: kinds?.[holder.kind] ?? holder.kind,
                  })}
                </li>
              ))}
            </ul>
          )}
          {here !== undefined && plan.holders.length === 0 && <p className="wx-note">{t('plan.free', { subnet: here })}</p>}
          <p>{t(plan.free.length > 0 ? 'plan.next' : 'plan.full', { prefix, within })}</p>
          <div className="wx-plan-free">
            {plan.free.map((free) => (
              <button
                key={free}
                type="button"
                className="btn btn-small"
                onClick={() => take(free)}
                aria-label={t('plan.take', { subnet: free })}
              >
                {free}
              </button>
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** The space with what is taken of it; thin parts are drawn wide enough to be seen. */
function Bar({ plan }: { plan: AddressPlan }): ReactNode {
  const { t } = useTranslation('steps');
  const used = plan.taken.reduce((sum, { from, to }) => sum + to - from, 0);
  const label = t('plan.used', {
    within: plan.within,
    count: plan.total,
    share: used === 0 || used >= 0.001 ? (used * 100).toFixed(1) : '< 0.1',
  });
  return (
    <figure className="wx-plan-bar">
      <svg viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label={label}>
        <rect className="wx-plan-space" width="1000" height="14" />
        {plan.taken.map(({ from, to }) => (
          <rect key={from} className="wx-plan-taken" x={from * 1000} width={Math.max((to - from) * 1000, 2)} height="14" />
        ))}
      </svg>
      <figcaption className="wx-note">{label}</figcaption>
    </figure>
  );
}

/** The neighbourhood of what is written, else the largest of the private spaces. */
function spaceOf(subnet: string | undefined): string {
  const [first, second] = (subnet ?? '').split('.');
  return first === undefined || second === undefined ? (SPACES[0] ?? '') : `${first}.${second}.0.0/16`;
}

function isCidr(text: string): boolean {
  return isNetwork(parseCidr(text));
}

/** The device takes the first address behind that of the network. */
function firstHost(subnet: string): string {
  const network = parseCidr(subnet);
  return isNetwork(network) ? formatIp(v4Key(Number.parseInt(network.range.low.slice(1), 16) + 1)) : subnet;
}

export const examples: Example[] = [
  {
    name: 'subnet',
    field: exampleField('subnet', { format: 'cidr', options: { operation: 'getAddressPlan', own: [] } }),
    value: '10.200.0.0/24',
  },
];
