import { contains, formatIp, networkOf, overlaps, type Range, v4Key } from '#domain/formats/ip.ts';

/** Parts of a space that somebody holds, each from its start to its end as shares of the whole; ascending, disjoint. */
export type Share = { from: number; to: number };

/** The first subnets of a size, in ascending order, that meet nothing that is taken. IPv4 only: nobody runs out of the other. */
export function freeSubnets(within: Range, prefix: number, taken: readonly Range[], most: number): string[] {
  if (!isV4(within)) return [];
  const merged = mergedIn(within, taken);
  const found: string[] = [];
  let at = numberOf(within.low);
  let next = 0;
  while (found.length < most) {
    const range = networkOf(v4Key(at), prefix);
    if (!range || !contains(within, range)) return found;
    while (next < merged.length && (merged[next]?.high ?? '') < range.low) next++;
    const other = merged[next];
    if (!other || !overlaps(range, other)) found.push(`${formatIp(range.low)}/${prefix}`);
    const end = other && overlaps(range, other) && other.high > range.high ? other.high : range.high;
    // the network that begins behind what is taken: one that only touches it is passed over whole
    const behind = networkOf(v4Key(numberOf(end)), prefix);
    if (!behind || behind.high >= within.high) return found;
    at = numberOf(behind.high) + 1;
  }
  return found;
}

/** Where a space is taken, for a picture of it. */
export function takenShares(within: Range, taken: readonly Range[]): Share[] {
  if (!isV4(within)) return [];
  const [low, size] = [numberOf(within.low), numberOf(within.high) - numberOf(within.low) + 1];
  return mergedIn(within, taken).map((range) => ({
    from: (numberOf(range.low) - low) / size,
    to: (numberOf(range.high) - low + 1) / size,
  }));
}

/** What of the ranges lies in the space, cut to it; those that meet are one. */
function mergedIn(within: Range, taken: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of taken.filter((each) => overlaps(each, within)).toSorted((a, b) => (a.low < b.low ? -1 : 1))) {
    const cut = { low: range.low < within.low ? within.low : range.low, high: range.high > within.high ? within.high : range.high };
    const last = merged.at(-1);
    if (last && cut.low <= last.high) last.high = cut.high > last.high ? cut.high : last.high;
    else merged.push(cut);
  }
  return merged;
}

function isV4({ low }: Range): boolean {
  return low.startsWith('4');
}

function numberOf(key: string): number {
  return Number.parseInt(key.slice(1), 16);
}
