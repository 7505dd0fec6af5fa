import {
  addsUp,
  type Distribution,
  type Gap,
  type Line,
  type Measure,
  type Peak,
  type Ranked,
  type Summary,
  type Window,
} from '#server/telemetry/port.ts';

/** What is told of a line as a whole; where nothing was measured there is no figure, not one of 0. */
export function summaryOf({ values, gap, ...line }: Line): Summary {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return { ...line, part: 0, ...(gap ? { gap } : {}) };
  const last = values.at(-1);
  return {
    ...line,
    mean: there.reduce((sum, value) => sum + value, 0) / there.length,
    part: there.length / values.length,
    ...(last === null || last === undefined ? {} : { last }),
  };
}

const BITS_OF_BYTE = 8;

/** Bytes of a rate over a range, as far as it was measured. */
export function flowOf({ mean, part }: Summary, { from, to }: Pick<Window, 'from' | 'to'>): number | undefined {
  return mean === undefined ? undefined : (mean / BITS_OF_BYTE) * part * ((to - from) / 1000);
}

/** Lines added up, point by point: those that have a value there. */
export function sumOf(lines: readonly Line[], points: number): (number | null)[] {
  const sum = Array.from({ length: points }, (): number | null => null);
  for (const { values } of lines) for (const [index, value] of values.entries()) if (value !== null) sum[index] = (sum[index] ?? 0) + value;
  return sum;
}

/** The mean of lines, point by point: of those that have a value there. */
export function meanOf(lines: readonly Line[], points: number): (number | null)[] {
  const counts = Array.from({ length: points }, () => 0);
  for (const { values } of lines)
    for (const [index, value] of values.entries()) if (value !== null) counts[index] = (counts[index] ?? 0) + 1;
  return sumOf(lines, points).map((sum, index) => (sum === null ? null : sum / (counts[index] ?? 1)));
}

/** The largest value of a line. */
export function peakOf({ siteId, link, measure, values }: Line): Peak {
  const value = values.reduce((most, each) => (each === null || (most ?? each) > each ? most : each), null);
  return { siteId, ...(link === undefined ? {} : { link }), measure, ...(value === null ? {} : { value }) };
}

/** Sites in order of a figure of their links; those without one are left out. */
export function rankedBy(
  links: readonly { siteId: string; value?: number | undefined }[],
  { measure, order, n }: { measure: Measure; order: 'highest' | 'lowest'; n: number },
): Ranked[] {
  const sites = Map.groupBy(links, ({ siteId }) => siteId);
  const rows = [...sites].flatMap(([siteId, found]) => {
    const figures = found.map(({ value }) => value).filter((figure) => figure !== undefined);
    if (figures.length === 0) return [];
    const sum = figures.reduce((total, figure) => total + figure, 0);
    return [{ siteId, value: addsUp(measure) ? sum : sum / figures.length }];
  });
  const sign = order === 'lowest' ? 1 : -1;
  return rows.toSorted((a, b) => sign * (a.value - b.value)).slice(0, n);
}

/** Readings by the bound below which they lie; the last count is of the rest. Where nothing was read, why. */
export function histogramOf(lines: readonly Line[], bounds: readonly number[]): Distribution {
  if (lines.every(({ values }) => values.every((value) => value === null))) return { counts: [], gap: commonGap(lines) ?? 'notStored' };
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const { values } of lines)
    for (const value of values) {
      if (value === null) continue;
      const place = bounds.findIndex((bound) => value < bound);
      const index = place < 0 ? bounds.length : place;
      counts[index] = (counts[index] ?? 0) + 1;
    }
  return { counts };
}

/** One reason for several lines: that of all of them, or none. */
export function commonGap(lines: readonly { gap?: Gap }[]): Gap | undefined {
  const gaps = new Set(lines.map(({ gap }) => gap));
  return gaps.has('failed') ? 'failed' : gaps.size === 1 ? [...gaps][0] : undefined;
}
