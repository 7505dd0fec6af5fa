import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AboutChart } from '#charts/about.ts';
import { byUnit, type ChartLine, marksOf } from '#charts/chart-data.ts';
import { type Among, TimeChart } from '#charts/time-chart.tsx';
import { useWorkspace } from '#api/workspace.ts';
import type { Json, Labels } from '#domain/model.ts';
import { AnswerTable, type Pager } from './answer-table.tsx';
import { Bars } from './bars.tsx';
import type { Drill } from './drill.ts';
import { type AnswerRange, compared, foremost, groupedLines, ownLines, type Part, seriesLines } from './parts.ts';
import { Flows, Heat, Readings } from './pictures.tsx';
import { Sheets } from './sheets.tsx';
import { Counts, Stats } from './stats.tsx';
import { useLeads } from './use-leads.ts';

type Props = {
  part: Part;
  title: string;
  value: Json | undefined;
  /** The same of the period before. */
  before: Json | undefined;
  range: (Pick<AnswerRange, 'from' | 'to'> & Partial<AnswerRange>) | undefined;
  labels: Labels;
  onZoom: ((from: number, to: number) => void) | undefined;
  pager: Pager | undefined;
  /** What a click leads to. */
  drill?: Drill | undefined;
  /** Why the whole answer has nothing. */
  gap?: string | undefined;
};

/** Charts of one page show their crosshair together. */
const TOGETHER = 'page';
/** Lines of one chart. */
const MOST_LINES = 12;

/** One property of an answer, drawn as its schema says. */
export function PartView(props: Props): ReactNode {
  const { range } = props;
  const [from, to, isDemo] = [range?.from, range?.to, range?.source === 'demo'];
  const about = useMemo(
    () => ({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), isDemo }),
    [from, to, isDemo],
  );
  return (
    <AboutChart value={about}>
      <Drawn {...props} />
    </AboutChart>
  );
}

function Drawn(props: Props): ReactNode {
  const { part, title, value, before, range, labels, pager, drill, gap } = props;
  const { language } = useWorkspace();
  switch (part.kind) {
    case 'table':
      return <AnswerTable field={part.field} value={value} labels={labels} pager={pager} href={drill?.href} />;
    case 'sheets':
      return <Sheets value={value} />;
    case 'stats':
      return <Stats field={part.field} value={value} labels={labels} language={language} />;
    case 'counts':
      return <Counts field={part.field} value={value} labels={labels} />;
    case 'bars':
      return <Bars field={part.field} value={value} before={before} labels={labels} gap={gap} drill={drill} />;
    case 'heatMap':
      return range && <Heat title={title} field={part.field} value={value} before={before} labels={labels} drill={drill} range={range} />;
    case 'sankey':
      return <Flows title={title} field={part.field} value={value} before={before} labels={labels} drill={drill} />;
    case 'histogram':
      return <Readings field={part.field} value={value} labels={labels} gap={gap} />;
    default:
      return <Charts {...props} part={part} />;
  }
}

type Timed = Extract<Part, { kind: 'series' | 'groups' | 'lines' }>;

type Chart = { name: string; title: string; among?: Among; lines: ChartLine[] };

function Charts({ part, title, value, before, range, labels, onZoom }: Props & { part: Timed }): ReactNode {
  const { t } = useTranslation(['charts', 'widgets']);
  const leads = useLeads();
  const charts = useMemo((): Chart[] => {
    const words = { labels, gap: (reason: string) => gapWord(part, labels, reason), ...leads };
    const named = (name: string): string => t(`series.${name}`, { defaultValue: name });
    if (part.kind === 'groups') {
      const [now, then] = [groupedLines(part, value, words), groupedLines(part, before, words)];
      return [...now].map(([name, lines]) => {
        const { lines: shown, as } = foremost(lines, MOST_LINES);
        return { name, title: named(name), among: { of: lines.length, as }, lines: compared(shown, then.get(name) ?? []) };
      });
    }
    const read = (from: Json | undefined): ReturnType<typeof seriesLines> =>
      part.kind === 'series'
        ? seriesLines(from, words).map((line) => ({ ...line, label: named(line.label) }))
        : ownLines(part, from, words);
    const lines = read(value);
    const shown = part.kind === 'lines' ? lines.slice(0, MOST_LINES) : lines;
    // those that carry their values themselves come the largest first
    const among: Among = { of: lines.length, as: 'largest' };
    const units = byUnit(shown);
    return units.map((own) => ({
      name: own[0]?.unit ?? '',
      // of several each is called by what it draws; what they have in common stands above them
      title: units.length > 1 ? [...new Set(own.map(({ label }) => label))].join(t('between')) : title,
      ...(part.kind === 'lines' ? { among } : {}),
      lines: compared(own, read(before)),
    }));
  }, [part, value, before, labels, title, t, leads]);
  if (!range) return null;
  return (
    <div className="panel-charts" data-many={charts.length > 1 || undefined}>
      {charts.map((chart) => (
        <TimeChart
          key={chart.name}
          title={chart.title}
          named={charts.length > 1}
          data={{
            from: range.from,
            to: range.to,
            lines: chart.lines,
            stacked: part.kind === 'lines',
            ...marksOf(chart.lines, range.incidents),
            uncounted: range.uncounted,
          }}
          group={TOGETHER}
          onZoom={onZoom}
          {...(chart.among ? { among: chart.among } : {})}
        />
      ))}
      {charts.length === 0 && <p className="panel-empty">{t('empty')}</p>}
    </div>
  );
}

/** The contract's word for a reason. */
function gapWord(part: Timed, labels: Labels, reason: string): string {
  const series = part.kind === 'groups' ? part.series.items : part.field.items;
  const field = series?.fields?.find(({ name }) => name === 'gap');
  return (field && labels.enums[field.path]?.[reason]) ?? reason;
}
