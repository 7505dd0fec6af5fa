/** What a chart over time shows. Values stand at the middles of equal parts of the range; null where nothing was measured. */
export type ChartLine = {
  key: string;
  label: string;
  unit: string;
  values: (number | null)[];
  /** Points that the display correction replaced, with what was read. */
  corrected?: { index: number; raw: number }[];
  /** Of the period before: drawn fainter, beside the line of the same key. */
  before?: true;
  /** Why it has no values. */
  gap?: string;
  /** Stretches of the range (milliseconds) in which nothing was measured, and why. */
  gaps?: readonly LineGap[];
  /** Which values are the good ones, where that is not to be seen from the measure. */
  better?: 'higher' | 'lower';
  /** What of it is too much, and when it was. */
  thresholds?: readonly Threshold[];
  incidents?: readonly Incident[];
};

export type LineGap = { from: number; to: number; reason: string };
export type Threshold = { label: string; value: number; tone: 'warning' | 'danger' };
/** Something that was the matter for a while (milliseconds); without an end it still is, and what ends as it begins is an instant. */
export type Incident = {
  /** The same wherever it is marked. */
  id: string;
  label: string;
  /** Where it was, which the label begins with. */
  place?: string;
  from: number;
  to?: number;
  tone: 'info' | 'warning' | 'danger';
  /** Marked only in charts of this unit. */
  unit?: string;
  /** Where more of it is said. */
  href?: string;
};

export type ChartData = {
  /** Milliseconds. */
  from: number;
  to: number;
  lines: readonly ChartLine[];
  /** Parts of a whole, one upon the other. */
  stacked?: boolean;
  thresholds?: readonly Threshold[];
  incidents?: readonly Incident[];
  /** So many more there were at least, which are marked nowhere. */
  uncounted?: number;
};

/** The marks of a chart: those of its lines, each threshold once, and of what was the matter where all of it was measured. */
export function marksOf(lines: readonly ChartLine[], around: readonly Incident[] = []): Pick<ChartData, 'thresholds' | 'incidents'> {
  const own = lines.filter(({ before }) => !before);
  const thresholds = new Map(own.flatMap((line) => line.thresholds ?? []).map((each) => [`${each.label} ${each.value}`, each]));
  const shared = around.filter(({ unit }) => unit === undefined || own.some((line) => line.unit === unit));
  // what a line says of itself says also where
  const incidents = new Map([...shared, ...own.flatMap((line) => line.incidents ?? [])].map((each) => [each.id, each]));
  return { thresholds: [...thresholds.values()], incidents: [...incidents.values()] };
}

const tones: readonly Incident['tone'][] = ['info', 'warning', 'danger'];

export type Stretch = { from: number; to: number; tone: Incident['tone']; count: number; shaded: boolean };

/** A shade over more than this share of a chart tells no part of it from another. */
const MOST_SHADED = 0.5;

/**
 * Stretches in which something was the matter: how many at once, in the worst of their tones. Those in which there is more than
 * at any other time shade the chart, as long as they are a part of it.
 */
export function together({ from, to, incidents = [] }: ChartData): Stretch[] {
  const lasting = incidents
    .map((each) => ({ tone: each.tone, from: Math.max(each.from, from), to: Math.min(each.to ?? to, to) }))
    .filter((each) => each.to > each.from);
  const turns = [...new Set([from, to, ...lasting.flatMap((each) => [each.from, each.to])])].toSorted((a, b) => a - b);
  const found: Omit<Stretch, 'shaded'>[] = [];
  for (const [index, start] of turns.entries()) {
    const end = turns[index + 1];
    if (end === undefined) break;
    const during = lasting.filter((each) => each.from <= start && each.to >= end);
    const tone = tones.findLast((each) => during.some((own) => own.tone === each)) ?? 'info';
    const last = found.at(-1);
    if (last?.count === during.length && last.tone === tone) last.to = end;
    else found.push({ from: start, to: end, tone, count: during.length });
  }
  const least = Math.min(...found.map(({ count }) => count));
  const isPart = (each: Omit<Stretch, 'shaded'>): boolean => each.to - each.from < (to - from) * MOST_SHADED;
  return found.filter(({ count }) => count > 0).map((each) => ({ ...each, shaded: each.count > least && isPart(each) }));
}

/** Incidents of one cause, wherever they were: what a company's chart names, instead of every device by itself. */
export type Cause = Incident & { count: number; places: readonly string[] };

export function causesOf(incidents: readonly Incident[]): Cause[] {
  const causes = Map.groupBy(incidents, (each) => (each.place === undefined ? each.id : `${each.tone} ${causeOf(each)}`));
  return [...causes.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    if (all.length === 1) return [{ ...first, count: 1, places: [] }];
    const { id, tone } = first;
    const ends = all.flatMap(({ to }) => to ?? []);
    return {
      id,
      tone,
      // the newest of them: they have the same cause
      ...(first.href === undefined ? {} : { href: first.href }),
      label: causeOf(first),
      from: Math.min(...all.map(({ from }) => from)),
      ...(ends.length === all.length ? { to: Math.max(...ends) } : {}),
      count: all.length,
      places: [...new Set(all.flatMap(({ place }) => place ?? []))],
    };
  });
}

function causeOf({ label, place = '' }: Incident): string {
  const head = `${place} · `;
  return label.startsWith(head) ? label.slice(head.length) : label;
}

/** Instants of the range at which something was changed. */
export function turningPoints({ from, to, incidents = [] }: ChartData): Incident[] {
  return incidents.filter((each) => each.to === each.from && each.from >= from && each.from <= to);
}

/** What is said by name, the newest first: the newest of each sort before others, so that many alarms do not hide the one change. */
export function namedFirst<I extends Incident>(incidents: readonly I[], most: number): I[] {
  const sorted = incidents.toSorted((a, b) => b.from - a.from);
  const sorts = new Map(sorted.toReversed().map((each) => [each.to === each.from ? 'instant' : each.tone, each]));
  const first = new Set(sorts.values());
  const named = new Set(sorted.toSorted((a, b) => Number(first.has(b)) - Number(first.has(a))).slice(0, most));
  return sorted.filter((each) => named.has(each));
}

/** The instant of each value. */
export function instants({ from, to }: Pick<ChartData, 'from' | 'to'>, points: number): number[] {
  return Array.from({ length: points }, (_, index) => instantAt({ from, to }, points, index));
}

export function instantAt({ from, to }: Pick<ChartData, 'from' | 'to'>, points: number, index: number): number {
  return Math.round(from + ((index + 0.5) * (to - from)) / points);
}

/** Which of so many values stands nearest to an instant; undefined outside of what is shown. */
export function nearest({ from, to }: Pick<ChartData, 'from' | 'to'>, points: number, at: number): number | undefined {
  if (points === 0 || at < from || at > to) return undefined;
  return Math.min(points - 1, Math.floor(((at - from) * points) / (to - from)));
}

/** Lines by unit, in their order: one chart can only have one. */
export function byUnit(lines: readonly ChartLine[]): ChartLine[][] {
  return [...Map.groupBy(lines, ({ unit }) => unit).values()];
}

/** Stretches in which no line has a value, and why, as far as the lines say so. */
export function gapsOf(data: ChartData): { from: number; to: number; reasons: string[] }[] {
  const points = data.lines[0]?.values.length ?? 0;
  const step = (data.to - data.from) / Math.max(1, points);
  const found: { from: number; to: number; reasons: string[] }[] = [];
  for (let index = 0; index < points; index++) {
    if (data.lines.some(({ values }) => typeof values[index] === 'number')) continue;
    const [start, end] = [Math.round(data.from + index * step), Math.round(data.from + (index + 1) * step)];
    const reasons = [...new Set(data.lines.flatMap((line) => reasonAt(line, instantAt(data, points, index)) ?? []))];
    const last = found.at(-1);
    // what has another reason is another gap
    if (last?.to === start && last.reasons.join() === reasons.join()) last.to = end;
    else found.push({ from: start, to: end, reasons });
  }
  return found;
}

/** Why a line has no value at an instant. */
export function reasonAt({ gap, gaps = [] }: Pick<ChartLine, 'gap' | 'gaps'>, at: number): string | undefined {
  return gaps.find(({ from, to }) => from <= at && at <= to)?.reason ?? gap;
}

/** Gaps within lines by their reasons: in which lines, from when to when. A gap that several lines have together is one. */
export function missingOf(lines: readonly ChartLine[]): { reason: string; from: number; to: number; labels: string[] }[] {
  const all = lines.filter(({ before }) => !before).flatMap(({ label, gaps = [] }) => gaps.map((each) => ({ ...each, label })));
  const together = Map.groupBy(all, ({ reason, from, to }) => `${reason} ${from} ${to}`);
  return [...together.values()]
    .flatMap(([first, ...others]) =>
      first
        ? { reason: first.reason, from: first.from, to: first.to, labels: [...new Set([first, ...others].map(({ label }) => label))] }
        : [],
    )
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
}
