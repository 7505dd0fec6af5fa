import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { errorMessage } from '#api/error.ts';
import { asNumber, asObject } from '#domain/json.ts';
import { useRemoteValue } from './remote-value.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './sparkline.css';

/** How many things of another list are about this row, as a link to exactly those. */
export function AskedCountCell(props: CellProps) {
  const { field, row } = props;
  const { t } = useTranslation('charts');
  const model = useModel();
  const viewer = useViewer();
  const remote = useRemoteValue(props);
  if (remote.kind === 'waiting') return <span className="wc-spark-wait" aria-busy />;
  const count = remote.kind === 'known' ? asNumber(remote.value['count']) : undefined;
  if (count === undefined)
    return (
      <span className="wc-none" title={remote.kind === 'failed' ? errorMessage(remote.error) : t('sparkline.closed')}>
        –
      </span>
    );
  const text = count.toLocaleString('en');
  if (count === 0) return <span className="wc-none">{text}</span>;
  const option = (name: string): string => textOf(field.options?.[name]);
  const where = Object.entries(asObject(field.options?.['where'])).map(([name, value]) => [`f.${name}`, String(value)] as const);
  const address = listAddress(model, viewer, option('resource'), {
    [`f.${option('filter')}`]: textOf(row[option('by')]),
    ...Object.fromEntries(where),
  });
  const tag = (
    <span className="wc-tag" data-tone="danger">
      {text}
    </span>
  );
  if (address === undefined) return tag;
  return (
    <a href={address} data-internal>
      {tag}
    </a>
  );
}

const alarms = exampleField('alarms', {
  kind: 'object',
  widget: 'askedCount',
  options: { operation: 'listSiteAlarms', by: 'siteId', resource: 'Alert', filter: 'neId', where: { status: 'firing' } },
});

export const examples: Example[] = [
  { name: 'asked count', field: alarms, row: { siteId: 's-1' }, value: { siteId: 's-1', count: 3 } },
  { name: 'asked count, none', field: alarms, row: { siteId: 's-2' }, value: { siteId: 's-2', count: 0 } },
];
