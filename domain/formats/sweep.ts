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
  const order = orderOf(lows, highs, units);
  // by index: what is pasted is read once, and an iterator takes three times as long before it is compiled
  for (let at = 0; at < order.length; at++) {
    const index = order[at] ?? 0;
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
function orderOf(lows: ArrayLike<Bound>, highs: ArrayLike<Bound>, units: number | undefined): ArrayLike<number> {
  const compare = (a: number, b: number): number => {
    if (lows[a] !== lows[b]) return reaches(lows[a], lows[b]) ? -1 : 1;
    if (highs[a] !== highs[b]) return reaches(highs[a], highs[b]) ? 1 : -1;
    return a - b;
  };
  if (isAscending(lows)) return inOrder(lows, compare, upTo(lows.length));
  const digits = lows instanceof Float64Array ? digitsOfAddresses(lows) : units === undefined ? undefined : digitsOfTexts(lows, units);
  if (!digits) return upTo(lows.length).toSorted(compare);
  return inOrder(lows, compare, orderByDigits(digits, lows.length));
}

/** Lists that somebody keeps are mostly in order. */
function isAscending(lows: ArrayLike<Bound>): boolean {
  for (let at = 1; at < lows.length; at++) if (!reaches(lows[at - 1], lows[at])) return false;
  return true;
}

/** Those that start at the same place are put in order among each other. */
function inOrder(lows: ArrayLike<Bound>, compare: (a: number, b: number) => number, order: Uint32Array<ArrayBuffer>): Uint32Array {
  for (let start = 0, end = 0; start < order.length; start = end) {
    do end++;
    while (end < order.length && lows[order[end] ?? 0] === lows[order[start] ?? 0]);
    if (end - start > 1) order.set(order.subarray(start, end).toSorted(compare), start);
  }
  return order;
}

function upTo(length: number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(length);
  for (let at = 0; at < length; at++) all[at] = at;
  return all;
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
function orderByDigits(digits: Uint16Array[], length: number): Uint32Array<ArrayBuffer> {
  let order = upTo(length);
  for (const each of digits) if (hasSeveral(each)) order = byDigit(order, each);
  return order;
}

function hasSeveral(digits: Uint16Array): boolean {
  for (let at = 1; at < digits.length; at++) if (digits[at] !== digits[0]) return true;
  return false;
}

function byDigit(order: Uint32Array<ArrayBuffer>, digits: Uint16Array): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(DIGIT + 1);
  for (let at = 0; at < digits.length; at++) {
    const next = (digits[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let digit = 0; digit < DIGIT; digit++) starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const index = order[at] ?? 0;
    const digit = digits[index] ?? 0;
    const place = starts[digit] ?? 0;
    sorted[place] = index;
    starts[digit] = place + 1;
  }
  return sorted;
}
