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
  /** What of it is too much, and when it was. */
  thresholds?: readonly Threshold[];
  incidents?: readonly Incident[];
};

export type Threshold = { label: string; value: number; tone: 'warning' | 'danger' };
/** Something that was the matter for a while (milliseconds); without an end it still is. */
export type Incident = { label: string; from: number; to?: number; tone: 'info' | 'warning' | 'danger' };

export type ChartData = {
  /** Milliseconds. */
  from: number;
  to: number;
  lines: readonly ChartLine[];
  /** Parts of a whole, one upon the other. */
  stacked?: boolean;
  thresholds?: readonly Threshold[];
  incidents?: readonly Incident[];
};

/** The marks of a chart's lines, each threshold once. */
export function marksOf(lines: readonly ChartLine[]): Pick<ChartData, 'thresholds' | 'incidents'> {
  const thresholds = new Map(
    lines.flatMap((line) => (line.before ? [] : (line.thresholds ?? []))).map((each) => [`${each.label} ${each.value}`, each]),
  );
  return { thresholds: [...thresholds.values()], incidents: lines.flatMap((line) => (line.before ? [] : (line.incidents ?? []))) };
}

/** Stretches in which something was the matter, those that overlap as one, with the worse of their tones. */
export function together({ from, to, incidents = [] }: ChartData): { from: number; to: number; tone: Incident['tone'] }[] {
  const found: { from: number; to: number; tone: Incident['tone'] }[] = [];
  for (const each of incidents.toSorted((a, b) => a.from - b.from)) {
    const [start, end] = [Math.max(each.from, from), Math.min(each.to ?? to, to)];
    if (end <= start) continue;
    const last = found.at(-1);
    if (last && start <= last.to) {
      last.to = Math.max(last.to, end);
      if (each.tone === 'danger') last.tone = 'danger';
    } else found.push({ from: start, to: end, tone: each.tone });
  }
  return found;
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

/** Stretches in which no line has a value. */
export function gapsOf(data: ChartData): { from: number; to: number }[] {
  const points = data.lines[0]?.values.length ?? 0;
  const step = (data.to - data.from) / Math.max(1, points);
  const found: { from: number; to: number }[] = [];
  for (let index = 0; index < points; index++) {
    if (data.lines.some(({ values }) => typeof values[index] === 'number')) continue;
    const start = Math.round(data.from + index * step);
    const last = found.at(-1);
    if (last?.to === start) last.to = Math.round(start + step);
    else found.push({ from: start, to: Math.round(start + step) });
  }
  return found;
}
