import type { ChartLine, Incident } from '#charts/chart-data.ts';
import { asArray, asNumber, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';

/** How a property of an answer is drawn: by the widget of its schema, else by its shape. */
export type Part =
  | { kind: 'series'; field: Field }
  /** Things of which each has series of its own. */
  | { kind: 'groups'; field: Field; series: Field }
  /** Things of which each has one line of values. */
  | { kind: 'lines'; field: Field; values: Field }
  | { kind: 'stats'; field: Field }
  | { kind: 'histogram'; field: Field }
  /** Places by time. */
  | { kind: 'heatMap'; field: Field }
  /** From where to where how much. */
  | { kind: 'sankey'; field: Field }
  /** Rows by a figure of theirs. */
  | { kind: 'bars'; field: Field }
  /** Tables of texts, each with its title. */
  | { kind: 'sheets'; field: Field }
  | { kind: 'counts'; field: Field }
  | { kind: 'table'; field: Field };

export function partsOf(answer: Field | undefined, chosen: readonly string[] | undefined): Part[] {
  const fields = (answer?.fields ?? []).filter(({ widget }) => widget !== 'measuredRange');
  const shown = chosen ? chosen.flatMap((name) => fields.find((field) => field.name === name) ?? []) : fields;
  return shown.flatMap(partOf);
}

function partOf(field: Field): Part[] {
  const { items, widget } = field;
  if (widget === 'stats') return [{ kind: 'stats', field }];
  if (widget === 'histogram') return [{ kind: 'histogram', field }];
  if (widget === 'heatMap') return [{ kind: 'heatMap', field }];
  if (widget === 'sankey') return [{ kind: 'sankey', field }];
  if (widget === 'bars') return [{ kind: 'bars', field }];
  if (field.kind === 'map' || (field.kind === 'object' && field.fields?.every(isCount))) return [{ kind: 'counts', field }];
  if (field.kind !== 'array' || items?.kind !== 'object') return [];
  if (items.widget === 'sheet') return [{ kind: 'sheets', field }];
  if (items.widget === 'series') return [{ kind: 'series', field }];
  const series = items.fields?.find((each) => each.kind === 'array' && each.items?.widget === 'series');
  if (series) return [{ kind: 'groups', field, series }];
  const values = items.fields?.find((each) => each.widget === 'points');
  return values ? [{ kind: 'lines', field, values }] : [{ kind: 'table', field }];
}

const comparedKinds: readonly Part['kind'][] = ['series', 'groups', 'lines', 'bars', 'heatMap', 'sankey'];

/** Lines are laid over those of the period before, bars stand beside them; cells and flows say how they have changed. */
export function isCompared({ kind }: Part): boolean {
  return comparedKinds.includes(kind);
}

/** What an answer says of itself beside its parts. */
export function textsOf(answer: Field | undefined, value: JsonObject): string[] {
  return (answer?.fields ?? []).flatMap(({ kind, name }) => (kind === 'text' ? (asText(value[name]) ?? []) : []));
}

function isCount({ kind }: Field): boolean {
  return kind === 'integer' || kind === 'number';
}

/** The words of an enumeration's value, wherever in the answer it stands. */
type Words = { labels: Labels; gap: (reason: string) => string } & Leads;

/** Where an item is looked at, for whoever may. */
export type Leads = { itemHref?: ((resource: string, id: string) => string | undefined) | undefined };

/** Lines of an array of series. */
export function seriesLines(value: Json | undefined, words: Words, prefix = ''): ChartLine[] {
  return asArray(value).flatMap((each) => {
    if (!isObject(each)) return [];
    const name = asText(each['name']) ?? '';
    const gap = asText(each['gap']);
    const corrected = asArray(each['corrected']).flatMap((point) => {
      const [index, raw] = [asNumber(asObject(point)['index']), asNumber(asObject(point)['raw'])];
      return index === undefined || raw === undefined ? [] : [{ index, raw }];
    });
    return [
      {
        key: prefix + name,
        label: prefix === '' ? name : prefix,
        unit: asText(each['unit']) ?? '',
        values: numbers(each['values']),
        ...(corrected.length > 0 ? { corrected } : {}),
        ...(gap === undefined ? {} : { gap: words.gap(gap) }),
        ...(each['better'] === 'higher' || each['better'] === 'lower' ? { better: each['better'] } : {}),
        ...gapsOf(each, words),
        ...marksOf(each, words),
      },
    ];
  });
}

/** What a series says is too much of it, and when it was. */
function marksOf(series: JsonObject, leads: Leads): Pick<ChartLine, 'thresholds' | 'incidents'> {
  const thresholds = asArray(series['thresholds']).flatMap((each) => {
    const { name, value, severity } = asObject(each);
    const at = asNumber(value);
    return at === undefined ? [] : [{ label: asText(name) ?? '', value: at, tone: toneOf(severity) }];
  });
  const incidents = asArray(series['incidents']).flatMap(
    (each) => incidentOf(asObject(each), { kindWord: (kind) => kind, ...leads }) ?? [],
  );
  return { ...(thresholds.length > 0 ? { thresholds } : {}), ...(incidents.length > 0 ? { incidents } : {}) };
}

/** An alarm, or what else was the matter: that is called by its kind, too. */
function incidentOf(each: JsonObject, { kindWord, itemHref }: { kindWord: (kind: string) => string } & Leads): Incident | undefined {
  const [from, to] = [Date.parse(asText(each['from']) ?? ''), Date.parse(asText(each['to']) ?? '')];
  if (Number.isNaN(from)) return undefined;
  const [kind, name] = [asText(each['kind']) ?? ALARM, asText(each['name']) ?? ''];
  const [unit, place] = [asText(each['unit']), asText(each['place'])];
  const id = asText(each['alertId']) ?? asText(each['id']) ?? '';
  const href = itemHref?.(asText(each['resource']) ?? ALERT, id);
  return {
    id,
    label: kind === ALARM ? name : `${kindWord(kind)}: ${name}`,
    tone: kind === ALARM ? toneOf(each['severity']) : 'info',
    from,
    ...(Number.isNaN(to) ? {} : { to }),
    ...(unit === undefined ? {} : { unit }),
    ...(place === undefined ? {} : { place }),
    ...(href === undefined ? {} : { href }),
  };
}

const [ALARM, ALERT] = ['alarm', 'Alert'];

/** When a line has no value, and why. */
function gapsOf(series: JsonObject, { gap }: Words): Pick<ChartLine, 'gaps'> {
  const gaps = asArray(series['gaps']).flatMap((each) => {
    const { from, to, reason } = asObject(each);
    const [start, end] = [Date.parse(asText(from) ?? ''), Date.parse(asText(to) ?? '')];
    return Number.isNaN(start) || Number.isNaN(end) ? [] : [{ from: start, to: end, reason: gap(asText(reason) ?? '') }];
  });
  return gaps.length > 0 ? { gaps } : {};
}

function toneOf(severity: unknown): 'warning' | 'danger' {
  return severity === 'Warning' ? 'warning' : 'danger';
}

/** One chart for each name of a series: what all things have of it. `Shanghai_HQ WAN1` names a thing by its texts. */
export function groupedLines(part: Extract<Part, { kind: 'groups' }>, value: Json | undefined, words: Words): Map<string, ChartLine[]> {
  const named = (part.field.items?.fields ?? []).filter(({ kind, name }) => kind === 'text' && !name.endsWith('Id'));
  const charts = new Map<string, ChartLine[]>();
  for (const each of asArray(value)) {
    const thing = asObject(each);
    const label = named.flatMap(({ name }) => asText(thing[name]) || []).join(' ');
    for (const line of seriesLines(thing[part.series.name], words)) {
      const lines = charts.get(line.key) ?? [];
      const incidents = line.incidents?.map((each) => ({ ...each, place: label, label: `${label} · ${each.label}` }));
      lines.push({ ...line, key: `${label} ${line.key}`, label, ...(incidents ? { incidents } : {}) });
      charts.set(line.key, lines);
    }
  }
  return charts;
}

/** Lines of things that carry their values themselves: the largest first, as they come. */
export function ownLines(part: Extract<Part, { kind: 'lines' }>, value: Json | undefined, { labels }: Words): ChartLine[] {
  const [first] = part.field.items?.fields ?? [];
  return asArray(value).map((each, index) => {
    const thing = asObject(each);
    const name = first ? enumLabel(labels, first, thing[first.name] ?? '') : String(index);
    return { key: name, label: name, unit: part.values.unit ?? '', values: numbers(thing[part.values.name]) };
  });
}

/** Columns of a table: those of the resource whose items the rows are, else all; numbers of objects within stand apart under their path. */
export function columnsOf(items: Field | undefined, depth = 0): Field[] {
  if (items?.columns) return items.columns.flatMap((name) => items.fields?.find((field) => field.name === name) ?? []);
  return (items?.fields ?? []).flatMap((field) => {
    if (
      field.name === 'gap' ||
      field.hide?.includes('list') ||
      field.kind === 'array' ||
      (field.kind === 'text' && field.name.endsWith('Id'))
    )
      return [];
    if (field.kind === 'object') return depth < MOST_DEPTH ? columnsOf(field, depth + 1) : [];
    return [field];
  });
}

const MOST_DEPTH = 2;

/** For charts that cannot show all: the worst where it is said which values are good ones, else the largest. Without values last. */
export function foremost(lines: readonly ChartLine[], most: number): { lines: ChartLine[]; as: 'worst' | 'largest' } {
  const sign = lines[0]?.better === 'higher' ? -1 : 1;
  const peak = ({ values }: ChartLine): number =>
    values.reduce<number>((max, value) => Math.max(max, value === null ? -Infinity : sign * value), -Infinity);
  const shown = lines
    .map((line) => ({ line, peak: peak(line) }))
    .toSorted((a, b) => b.peak - a.peak || 0)
    .slice(0, most)
    .map(({ line }) => line);
  return { lines: lines.length <= most ? [...lines] : shown, as: lines[0]?.better === undefined ? 'largest' : 'worst' };
}

/** Lines with those of the period before behind them. */
export function compared(lines: readonly ChartLine[], before: readonly ChartLine[]): ChartLine[] {
  const known = new Set(lines.map(({ key }) => key));
  return [...lines, ...before.filter(({ key }) => known.has(key)).map((line): ChartLine => ({ ...line, before: true }))];
}

export type AnswerRange = {
  from: number;
  to: number;
  source?: string;
  gap?: string;
  uncorrected: boolean;
  /** What was the matter in it, for every chart of the answer. */
  incidents: Incident[];
  uncounted: number;
};

/** The range that an answer says it is of, who measured, and what was the matter. */
export function rangeOf(
  answer: Field | undefined,
  value: JsonObject | undefined,
  labels: Labels,
  leads: Leads = {},
): AnswerRange | undefined {
  const field = answer?.fields?.find(({ widget }) => widget === 'measuredRange');
  const range = field && asObject(value?.[field.name]);
  const [from, to] = [Date.parse(asText(range?.['from']) ?? ''), Date.parse(asText(range?.['to']) ?? '')];
  if (!range || Number.isNaN(from) || Number.isNaN(to)) return undefined;
  const [source, gap] = [asText(range['source']), asText(range['gap'])];
  const each = field?.fields?.find(({ name }) => name === 'incidents')?.items;
  const kinds = each?.fields?.find(({ name }) => name === 'kind');
  const kindWord = (kind: string): string => (kinds ? enumLabel(labels, kinds, kind) : kind);
  return {
    from,
    to,
    ...(source === undefined ? {} : { source }),
    ...(gap === undefined ? {} : { gap }),
    uncorrected: range['uncorrected'] === true,
    incidents: asArray(range['incidents']).flatMap((incident) => incidentOf(asObject(incident), { kindWord, ...leads }) ?? []),
    uncounted: asNumber(range['uncounted']) ?? 0,
  };
}

function numbers(value: unknown): (number | null)[] {
  return asArray(value).map((each) => asNumber(each) ?? null);
}
