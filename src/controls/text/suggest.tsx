import { useQuery } from '@tanstack/react-query';
import { useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceQuery, useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asObject, asText, isText, texts } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';
import { selectRows } from '#domain/select.ts';
import type { Ref } from '#domain/model.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { DocumentContext, type ControlProps } from '#controls/control.ts';
import { Tags } from '#controls/list/tags.tsx';
import { optionPage, rowsWhere } from '#controls/relation/relation-options.ts';
import { Text } from '#controls/text/text.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

/** Spec section 9. */
const DEBOUNCE = 300;
const OFFERED = 5;

/** A text that names something: whoever comes to it sees what it may name, as far as it is typed. */
export function Suggest(props: ControlProps): ReactNode {
  return props.field.options?.['scope'] === undefined ? <Matching {...props} /> : <Fixed {...props} />;
}

/** What the items name that the document itself points to: all of it, what stands in the document already marked. */
function Fixed(props: ControlProps): ReactNode {
  const { t } = useTranslation('widgets');
  const { field, value, label, pointer, onChange, disabled, document } = props;
  // whoever comes to it sees what is in use by now, without being drawn again with every key elsewhere
  const [seen, setSeen] = useState(0);
  const offered = useScoped(field.options, seen > 0);
  const Input = field.kind === 'array' ? Tags : Text;
  const chosen = texts([value].flat());
  const doc = seen > 0 ? document?.() : undefined;
  const elsewhere = texts(field.options?.['own']).flatMap((path) => selectRows(doc, [path]).flat());
  const used = new Set(elsewhere.flatMap((cell) => (isBelow(cell.pointer, pointer) ? [] : [cell.value])));
  return (
    <div className="wx-suggest" onFocus={() => setSeen(seen + 1)}>
      <Input {...props} field={{ ...field, widget: undefined }} />
      {offered.length > 0 && !disabled && (
        <div className="wx-row" role="group" aria-label={t('suggest.offered', { label })}>
          {offered
            .filter((each) => !chosen.includes(each))
            .map((each) => (
              <button
                key={each}
                type="button"
                className="wx-button wx-mono"
                data-used={used.has(each) || undefined}
                onClick={() => onChange(field.kind === 'array' ? [...chosen, each] : each)}
              >
                {used.has(each) ? t('suggest.used', { value: each }) : each}
              </button>
            ))}
        </div>
      )}
    </div>
  );
}

/** The texts of the items whose properties equal what the document says. */
function useScoped(options: ControlProps['field']['options'], near: boolean): string[] {
  const workspace = useWorkspace();
  const document = useContext(DocumentContext);
  const ref = refOf(options);
  const scope = Object.fromEntries(
    Object.entries(asObject(options?.['scope'])).map(([name, at]) => [name, near ? asText(document.get(textOf(at))) : undefined]),
  );
  const { data: target } = useQuery({ ...resourceQuery(ref.resource, workspace.language), enabled: near });
  const { data } = useQuery({
    queryKey: ['suggest', ref, workspace.params, scope],
    queryFn: ({ signal }) => rowsWhere({ resource: target!.resource, ref, scope, params: workspace.params, keyword: '', page: 0, signal }),
    enabled: target !== undefined && Object.values(scope).every((each) => each !== undefined && each !== ''),
    staleTime: 10_000,
  });
  const rows = (data ?? []).filter((row) => Object.entries(scope).every(([name, each]) => child(row, name) === each));
  return [...new Set(rows.flatMap((row) => selectRows(row, [ref.value ?? '']).flat()).flatMap((cell) => texts([cell.value])))];
}

function isBelow(pointer: string, own: string | undefined): boolean {
  return own !== undefined && (pointer === own || pointer.startsWith(`${own}/`));
}

function Matching(props: ControlProps): ReactNode {
  const { t } = useTranslation('widgets');
  const { field, value, label, onChange, disabled } = props;
  const [model, viewer, workspace] = [useModel(), useViewer(), useWorkspace()];
  const [near, setNear] = useState(false);
  const ref = refOf(field.options);
  const { data: target } = useQuery({ ...resourceQuery(ref.resource, workspace.language), enabled: near });
  const typed = textOf(value);
  const keyword = useDebounced(typed, DEBOUNCE);
  const { data } = useQuery({
    queryKey: ['suggest', ref, workspace.params, keyword],
    queryFn: ({ signal }) => optionPage({ resource: target!.resource, ref, scope: {}, params: workspace.params, keyword, page: 0, signal }),
    enabled: target !== undefined,
    staleTime: 10_000,
  });
  const options = data?.options ?? [];
  const address = listAddress(model, viewer, ref.resource, { new: '1' });
  const offered = options.filter((option) => option.value !== typed).slice(0, OFFERED);
  return (
    <div className="wx-suggest" onFocus={() => setNear(true)}>
      <Text {...props} />
      {near && offered.length > 0 && !disabled && (
        <div className="wx-row" role="group" aria-label={t('suggest.offered', { label })}>
          {offered.map((option) => (
            <button key={option.value} type="button" className="wx-button wx-mono" onClick={() => onChange(option.value)}>
              {option.label}
            </button>
          ))}
          {(data?.more === true || options.length > OFFERED + 1) && <span className="wf-help">{t('suggest.more')}</span>}
        </div>
      )}
      {near && data && options.length === 0 && keyword === '' && target && (
        <p className="wf-help">
          {t('suggest.none')} {address !== undefined && <Link to={address}>{t('suggest.make', { title: target.labels.title })}</Link>}
        </p>
      )}
    </div>
  );
}

function refOf(options: ControlProps['field']['options']): Ref {
  const where = Object.fromEntries(
    Object.entries(asObject(options?.['where'])).filter((entry): entry is [string, string] => isText(entry[1])),
  );
  return { resource: textOf(options?.['resource']), value: textOf(options?.['value']), where };
}

export const examples: Example[] = [
  {
    name: 'suggest',
    field: exampleField('sn', { widget: 'suggest', options: { resource: 'Device', value: 'sn', where: { state: 'UNCONFIGURED' } } }),
    value: 'AR1200-000101',
  },
];
