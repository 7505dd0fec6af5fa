import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formQuery, useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import type { Labels } from '#domain/model.ts';
import { useEnumWords } from '#resource/use-enum-words.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { Combobox } from '#ui/combobox.tsx';
import type { Network, Path } from './network.ts';
import { LinkSign, NodeSign } from './state-sign.tsx';
import type { QueryState, PathQuery } from './use-network.ts';

type Props = {
  network: Network;
  asked: Partial<PathQuery>;
  found: QueryState<Path>;
  onAsk: (change: { [Name in keyof PathQuery]?: string | undefined }) => void;
  onNode: (id: string) => void;
};
type Check = Path['checks'][number];

/** Which resource holds the rules of a table. */
const resourceOf: Record<Check['table'], string> = {
  advancedFirewall: 'AdvancedFirewallRule',
  applicationFirewall: 'ApplicationFirewallRule',
  acl: 'AclRule',
  policyRoute: 'PolicyRoute',
  strategy: 'PolicyRule',
};
const tones: Record<Path['outcome'], string> = { open: 'success', partly: 'warning', denied: 'danger', down: 'danger', none: 'neutral' };

/** From one site to another: which links it takes, and which rule stops it where. */
export function PathPanel({ network, asked, found, onAsk, onNode }: Props): ReactNode {
  const { t } = useTranslation('topology');
  const id = useId();
  const sites = network.nodes.filter(({ kind }) => kind !== 'pop');
  const ports = useQuery(formQuery('getTopologyPath')).data?.operation.query.find(({ name }) => name === 'dstPort')?.limits;
  const protocols = found.labels?.enums['protocol'] ?? {};
  const applications = found.labels?.enums['application'] ?? {};
  const hasPort = asked.protocol === undefined || asked.protocol === '6' || asked.protocol === '17';
  const end = (name: 'from' | 'to'): ReactNode => (
    <div className="topology-field">
      <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`}>
        {t(name === 'from' ? 'from' : 'to')}
      </label>
      <Combobox
        id={`${id}-${name}`}
        labelledBy={`${id}-${name}-label`}
        options={sites.map((site) => site.name)}
        chosen={sites.findIndex((site) => site.id === asked[name])}
        onChoose={(index) => onAsk({ [name]: index === undefined ? undefined : sites[index]?.id })}
        placeholder={t('chooseSite')}
        clearable
      />
    </div>
  );
  return (
    <div className="topology-path">
      <div className="topology-ask">
        {end('from')}
        {end('to')}
        <div className="topology-field">
          <label htmlFor={`${id}-protocol`}>{t('protocol')}</label>
          <select
            id={`${id}-protocol`}
            className="input"
            value={asked.protocol ?? '6'}
            onChange={({ target }) => onAsk({ protocol: target.value, dstPort: undefined })}
          >
            {Object.entries(protocols).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {hasPort && (
          <div className="topology-field">
            <label htmlFor={`${id}-port`}>{t('port')}</label>
            <input
              id={`${id}-port`}
              className="input"
              type="number"
              min={ports?.minimum}
              max={ports?.maximum}
              value={asked.dstPort ?? ''}
              onChange={({ target }) => {
                if (!target.validity.valid) return;
                onAsk({ dstPort: target.value === '' ? undefined : target.value });
              }}
            />
          </div>
        )}
      </div>
      <div className="topology-ask">
        <div className="topology-field">
          <label htmlFor={`${id}-application`}>{t('application')}</label>
          <select
            id={`${id}-application`}
            className="input"
            value={asked.application ?? ''}
            onChange={({ target }) => onAsk({ application: target.value === '' ? undefined : target.value })}
          >
            <option value="">{t('anyApplication')}</option>
            {Object.entries(applications).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {asked.from === undefined || asked.to === undefined ? (
        <p className="topology-hint">{t('pathHint')}</p>
      ) : found.error !== undefined ? (
        <Failure error={found.error} onRetry={found.retry} />
      ) : found.data && found.labels ? (
        <PathResult path={found.data} labels={found.labels} onNode={onNode} />
      ) : (
        <Skeleton lines={5} label={t('loading')} />
      )}
    </div>
  );
}

function PathResult({ path, labels, onNode }: { path: Path; labels: Labels; onNode: (id: string) => void }): ReactNode {
  const { t } = useTranslation('topology');
  const word = (field: string, value: string): string => labels.enums[field]?.[value] ?? value;
  const { outcome, packet, hops, links, checks, flows, left = 0, undecided, unchecked } = path;
  const protocol = packet && word('protocol', String(packet.protocol));
  return (
    <div role="status" aria-label={t('result')}>
      <p className="topology-outcome" data-tone={tones[outcome]}>
        {word('outcome', outcome)}
      </p>
      {packet ? (
        <p className="topology-hint">
          {packet.source} → {packet.destination} · {protocol}
          {packet.dstPort === undefined ? '' : ` ${packet.dstPort}`}
        </p>
      ) : (
        <p className="topology-hint">{t('noAddress')}</p>
      )}
      {outcome === 'none' && <p>{t('notJoined')}</p>}
      <ol className="topology-hops">
        {hops.map((hop, index) => {
          const link = links[index];
          return (
            <li key={hop.siteId} data-denied={hop.denied || undefined}>
              <div className="topology-hop">
                <NodeSign state={hop.state} kind="site" />
                <button type="button" className="link" onClick={() => onNode(hop.siteId)}>
                  {hop.name}
                </button>
                <small>
                  {word('hops[].state', hop.state)}
                  {hop.gap !== undefined && ` · ${word('hops[].gap', hop.gap)}`}
                </small>
                {hop.denied && <strong className="topology-stop">{t('stopped')}</strong>}
              </div>
              <ul className="topology-checks">
                {checks
                  .filter(({ siteId }) => siteId === hop.siteId)
                  .map((check) => (
                    <CheckLine key={check.table} check={check} table={word('checks[].table', check.table)} />
                  ))}
              </ul>
              {link && (
                <div className="topology-leg" data-denied={link.denied || undefined}>
                  <LinkSign state={link.state} />
                  <small>
                    {link.topology ?? word('links[].kind', link.kind)} · {word('links[].state', link.state)}
                    {link.denied && ` · ${labels.fields['links[].denied'] ?? ''}`}
                  </small>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {flows.length > 0 && <Flows flows={flows} labels={labels} />}
      {left > 0 && <p className="topology-hint">{t('left', { count: left })}</p>}
      {undecided.length > 0 && (
        <p className="topology-hint">
          {t('undecided', { tables: undecided.map((table) => word('unchecked[]', table)).join(t('separator')) })}
        </p>
      )}
      {unchecked.length > 0 && (
        <p className="topology-hint">
          {t('unchecked', { tables: unchecked.map((table) => word('unchecked[]', table)).join(t('separator')) })}
        </p>
      )}
    </div>
  );
}

/** Between each pair of LANs: whether it gets there and back, and what stops it. */
function Flows({ flows, labels }: { flows: Path['flows']; labels: Labels }): ReactNode {
  const { t } = useTranslation('topology');
  const word = (field: string, value: string): string => labels.enums[field]?.[value] ?? value;
  const end = (lan: string | undefined, address: string): string => (lan === undefined ? address : `${lan} ${address}`);
  return (
    <details className="topology-flows" open={flows.some(({ denied }) => denied)}>
      <summary>{labels.fields['flows']}</summary>
      <ul className="topology-checks">
        {flows.map((flow) => (
          <li key={`${flow.way} ${flow.source} ${flow.destination}`} data-denied={flow.denied || undefined}>
            <small>{word('flows[].way', flow.way)}</small> {end(flow.sourceLan, flow.source)} → {end(flow.destinationLan, flow.destination)}
            : <b>{t(flow.denied ? 'flowDenied' : 'flowPasses')}</b>
            {flow.table !== undefined && (
              <>
                {' '}
                · {flow.site} · {word('flows[].table', flow.table)} · <RuleName {...flow} table={flow.table} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The rule that decides, which leads to its place; without one it is the device itself. */
function RuleName({ table, ruleId, ruleName }: Pick<Check, 'table' | 'ruleId' | 'ruleName'>): ReactNode {
  const { t } = useTranslation('topology');
  const model = useModel();
  const viewer = useViewer();
  const address = ruleId === undefined ? undefined : itemAddress(model, viewer, resourceOf[table], ruleId);
  if (ruleName === undefined) return <small>{t('byDefault')}</small>;
  return address === undefined ? ruleName : <Link to={address}>{ruleName}</Link>;
}

/** What one table says, with the rule that says it; without one it is the device itself. */
function CheckLine({ check, table }: { check: Check; table: string }): ReactNode {
  const { t } = useTranslation('topology');
  const strategies = useEnumWords('AclRule', 'strategy');
  const egresses = useEnumWords('PolicyRule', 'egressType');
  return (
    <li data-denied={check.denied || undefined}>
      {table}: <b>{strategies[check.outcome] ?? egresses[check.outcome] ?? check.outcome}</b> <RuleName {...check} />
      {check.priority !== undefined && <small> {t('priority', { priority: check.priority })}</small>}
    </li>
  );
}
