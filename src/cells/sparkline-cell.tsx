import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '#domain/json.ts';
import { type RemoteValue, useRemoteValue } from './remote-value.ts';
import { exampleField, type CellProps, type Example } from './cell.ts';
import { formatRate } from '#domain/units/bandwidth.ts';
import './sparkline.css';

const [WIDTH, HEIGHT] = [56, 22];
/** As many digits as one reads in passing. */
const DIGITS = 3;

/** What came and went lately, as two small lines of one scale, and what comes now; or why nothing is known. */
export function SparklineCell(props: CellProps) {
  const { field, labels } = props;
  const remote = useRemoteValue(props);
  const lines = remote.kind === 'known' ? asArray(remote.value['series']).map((each) => lineOf(asObject(each))) : [];
  if (lines.length === 0) return <Nothing remote={remote} words={labels.enums[`${field.path}.gap`] ?? {}} />;
  return <Lines lines={lines} />;
}

type Line = { isUp: boolean; values: (number | undefined)[] };

function lineOf(series: JsonObject): Line {
  return { isUp: series['direction'] === 'up', values: asArray(series['values']).map(asNumber) };
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('charts');
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.flatMap((value) => value ?? [])));
  const last = (isUp: boolean): string => {
    // what came last is not what comes now, once nothing comes any more
    const [before, value = before] = lines.find((line) => line.isUp === isUp)?.values.slice(-2) ?? [];
    return value === undefined ? '–' : rate(value);
  };
  const [down, up] = [last(false), last(true)];
  const said = t('sparkline.said', { down, up, most: rate(most) });
  return (
    <span className="wc-spark" title={said}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={said}>
        {lines.map(({ isUp, values }) => (
          <path key={String(isUp)} data-up={isUp || undefined} d={pathOf(values, most)} />
        ))}
      </svg>
      <span aria-hidden>↓ {down}</span>
    </span>
  );
}

function rate(value: number): string {
  return formatRate(Number(value.toPrecision(DIGITS)), 'bps');
}

/** A gap in what was measured is one in the line. */
function pathOf(values: readonly (number | undefined)[], most: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const starts = index === 0 || values[index - 1] === undefined;
      return `${starts ? 'M' : 'L'}${(index * step).toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
    })
    .join('');
}

function Nothing({ remote, words }: { remote: RemoteValue; words: Record<string, string> }) {
  const { t } = useTranslation('charts');
  if (remote.kind === 'waiting') return <span className="wc-spark-wait" aria-busy />;
  if (remote.kind === 'closed')
    return (
      <span className="wc-none" title={t('sparkline.closed')}>
        –
      </span>
    );
  const gap = remote.kind === 'known' ? (asText(remote.value['gap']) ?? 'notStored') : 'failed';
  const reason = words[gap] ?? gap;
  return (
    <span className="wc-none" title={remote.kind === 'failed' ? errorMessage(remote.error) : reason}>
      {reason}
    </span>
  );
}

const traffic = exampleField('traffic', { kind: 'object', widget: 'sparkline', options: { operation: 'listSiteTraffic', by: 'siteId' } });
const series = (direction: string, values: (number | null)[]) => ({ name: direction, direction, unit: 'bps', values });

export const examples: Example[] = [
  {
    name: 'sparkline',
    field: traffic,
    value: { siteId: 's-1', series: [series('up', [4e6, 6e6, null, 5e6]), series('down', [9e6, 22e6, null, 17e6])] },
  },
  { name: 'sparkline, nothing known', field: traffic, value: { siteId: 's-2', gap: 'neverReported', series: [] } },
];
