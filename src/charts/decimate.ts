import type { ChartData, ChartLine } from './chart-data.ts';

type Values = readonly (number | null)[];

/** What a column of a picture can need: its first and last value, the least and the largest, and a gap at either side. */
const MOST_A_COLUMN = 6;

/**
 * The points that a picture of so many columns cannot do without, in their order: of each column its first, least, largest and
 * last value, and where gaps in it begin and end. The line through them covers what the line through all points covers.
 */
export function pointsToDraw(values: Values, columns: number): Uint32Array {
  const count = values.length;
  if (count <= MOST_A_COLUMN * columns) return Uint32Array.from(values.keys());
  const kept = new Uint32Array(MOST_A_COLUMN * columns);
  let length = 0;
  for (let column = 0; column < columns; column++) {
    const own = ofColumn(values, Math.ceil((column * count) / columns), Math.ceil(((column + 1) * count) / columns));
    let before = -1;
    for (const index of own.toSorted()) {
      if (index > before && index < NONE) kept[length++] = index;
      before = index;
    }
  }
  return kept.slice(0, length);
}

/** No index is as large. */
const NONE = 0xff_ff_ff_ff;
const own = new Uint32Array(MOST_A_COLUMN);

function ofColumn(values: Values, from: number, to: number): Uint32Array {
  let first = NONE;
  let last = NONE;
  let least = NONE;
  let most = NONE;
  let firstGap = NONE;
  let lastGap = NONE;
  let low = 0;
  let high = 0;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (typeof value !== 'number') {
      if (firstGap === NONE) firstGap = index;
      lastGap = index;
      continue;
    }
    if (first === NONE) {
      first = least = most = index;
      low = high = value;
    } else if (value < low) {
      least = index;
      low = value;
    } else if (value > high) {
      most = index;
      high = value;
    }
    last = index;
  }
  own.set([first, least, most, last, firstGap, lastGap]);
  return own;
}

/** The same values are drawn again and again: with other colours, at another time, beside others. */
const known = new WeakMap<Values, { columns: number; points: Uint32Array }>();

/** Which points of each line are drawn. What stands upon another line shows the sum of both, and needs what that needs. */
export function drawnPoints({ lines, stacked = false }: Pick<ChartData, 'lines' | 'stacked'>, columns: number): Uint32Array[] {
  const common = stacked ? pointsOfSums(lines, columns) : undefined;
  return lines.map(({ values, corrected = [], before }) => {
    if (common && !before) return common;
    const found = known.get(values);
    const points = found?.columns === columns ? found.points : pointsToDraw(values, columns);
    if (points !== found?.points) known.set(values, { columns, points });
    return corrected.length === 0 ? points : merged([points, corrected.map(({ index }) => index)]);
  });
}

function pointsOfSums(lines: readonly ChartLine[], columns: number): Uint32Array {
  const current = lines.filter(({ before }) => !before);
  let below: Values = [];
  const points = current.map(({ values }) => {
    const under = below;
    below = values.map((value, index) => (value === null ? null : value + (under[index] ?? 0)));
    return pointsToDraw(below, columns);
  });
  return merged([...points, current.flatMap(({ corrected = [] }) => corrected.map(({ index }) => index))]);
}

function merged(all: readonly Iterable<number>[]): Uint32Array {
  return Uint32Array.from(new Set(all.flatMap((points) => [...points]))).toSorted();
}
