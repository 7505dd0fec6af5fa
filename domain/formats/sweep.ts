/** Two lines that meet, `other` the earlier one. */
export type Overlap = { line: number; other: number };

/**
 * The bounds of many ranges, both inclusive, and where each stands. Bounds are numbers, or strings that sort as the addresses do;
 * `units` where each of them has so many UTF-16 units.
 */
export type Ranges = { lows: ArrayLike<Bound>; highs: ArrayLike<Bound>; lines: ArrayLike<number>; units?: number };
type Bound = number | string;

/**
 * Which of many ranges are the same and which overlap, by one pass over them in order of their starts.
 * Each range but the first of a cluster is paired once, with the one that reaches furthest so far: n - 1 pairs at most
 * where listing every pair would be quadratic.
 */
export function sweep({ lows, highs, lines, units }: Ranges): { duplicates: Overlap[]; overlaps: Overlap[] } {
  const duplicates: Overlap[] = [];
  const overlaps: Overlap[] = [];
  let reach = -1;
  let same = -1;
  for (const index of orderOf(lows, highs, units)) {
    if (same >= 0 && lows[index] === lows[same] && highs[index] === highs[same]) {
      duplicates.push(pair(lines, index, same));
      continue;
    }
    same = index;
    if (reach >= 0 && reaches(lows[index], highs[reach])) overlaps.push(pair(lines, index, reach));
    if (reach < 0 || !reaches(highs[index], highs[reach])) reach = index;
  }
  return { duplicates, overlaps };
}

function pair(lines: ArrayLike<number>, a: number, b: number): Overlap {
  const [one = 0, two = 0] = [lines[a], lines[b]];
  return { line: Math.max(one, two), other: Math.min(one, two) };
}

function reaches(low: Bound = 0, high: Bound = 0): boolean {
  return low <= high;
}

/** Indexes by start, the longest first, the same ones as they come. */
function orderOf(lows: ArrayLike<Bound>, highs: ArrayLike<Bound>, units: number | undefined): Iterable<number> {
  const compare = (a: number, b: number): number => {
    if (lows[a] !== lows[b]) return reaches(lows[a], lows[b]) ? -1 : 1;
    if (highs[a] !== highs[b]) return reaches(highs[a], highs[b]) ? 1 : -1;
    return a - b;
  };
  const digits = lows instanceof Float64Array ? digitsOfAddresses(lows) : units === undefined ? undefined : digitsOfTexts(lows, units);
  if (!digits) return Array.from({ length: lows.length }, (_, index) => index).toSorted(compare);
  const order = orderByDigits(digits, lows.length);
  for (let start = 0, end = 0; start < order.length; start = end) {
    do end++;
    while (end < order.length && lows[order[end] ?? 0] === lows[order[start] ?? 0]);
    if (end - start > 1) order.set(order.subarray(start, end).toSorted(compare), start);
  }
  return order;
}

const DIGIT = 65_536;

/** Of 32-bit numbers the two halves, the lesser first. */
function digitsOfAddresses(values: Float64Array): Uint16Array[] {
  const low = new Uint16Array(values.length);
  const high = new Uint16Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    low[index] = value % DIGIT;
    high[index] = value / DIGIT;
  }
  return [low, high];
}

/** Of texts their units, the last first. */
function digitsOfTexts(texts: ArrayLike<Bound>, units: number): Uint16Array[] {
  const digits = Array.from({ length: units }, () => new Uint16Array(texts.length));
  for (let index = 0; index < texts.length; index++) {
    const text = String(texts[index]);
    for (let unit = 0; unit < units; unit++) (digits[units - 1 - unit] ?? NONE)[index] = text.charCodeAt(unit);
  }
  return digits;
}

const NONE = new Uint16Array();

/** Indexes by size: counting passes take a tenth of a sort by comparison. A digit that all have in common needs none. */
function orderByDigits(digits: Uint16Array[], length: number): Uint32Array {
  let order = Uint32Array.from({ length }, (_, index) => index);
  for (const each of digits) if (each.some((digit) => digit !== each[0])) order = byDigit(order, each);
  return order;
}

function byDigit(order: Uint32Array, digits: Uint16Array): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(DIGIT + 1);
  for (const digit of digits) starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  for (let digit = 0; digit < DIGIT; digit++) starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (const index of order) {
    const digit = digits[index] ?? 0;
    const place = starts[digit] ?? 0;
    sorted[place] = index;
    starts[digit] = place + 1;
  }
  return sorted;
}
