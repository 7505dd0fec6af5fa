import { quickV4 } from '#domain/formats/bulk-ip.ts';
import { isDomain } from '#domain/formats/domain.ts';
import { decimal } from '#domain/formats/format.ts';
import { parseIpRule } from '#domain/formats/ip-list.ts';
import { parseIp, type Range, v4Key } from '#domain/formats/ip.ts';

/** Some addresses of both families and some domains; ranges are sorted and apart. */
export type Space = { ranges: readonly Range[]; domains: ReadonlySet<string> };

/** Lowest and highest address of each family, as keys. */
const FAMILIES: readonly Range[] = [
  { low: '400000000', high: '4ffffffff' },
  { low: `6${'0'.repeat(32)}`, high: `6${'f'.repeat(32)}` },
];

/** Every other line is a domain, or nothing. */
const MAY_BE_ADDRESS = /[\d:]$|:/;

/** The addresses, networks, ranges and domains of some lines; what is none of these is passed over. */
export function spaceOf(lines: Iterable<string>): Space {
  const ranges: Range[] = [];
  const domains = new Set<string>();
  for (const line of lines) {
    const range = quickRange(line) ?? (MAY_BE_ADDRESS.test(line) ? parseIpRule(line) : undefined);
    if (range && !('code' in range)) ranges.push(range);
    else if (isDomain(line)) domains.add(line.toLowerCase());
  }
  return { ranges: merged(ranges), domains };
}

/** IPv4 by the quick scanner: sets have tens of thousands of lines. Undefined for anything else. */
function quickRange(line: string): Range | undefined {
  const slash = line.indexOf('/');
  if (slash >= 0) {
    const size = 2 ** (32 - decimal(line.slice(slash + 1), 32));
    const low = quickV4(line, 0, slash);
    return low >= 0 && size <= 2 ** 32 && low % size === 0 ? { low: v4Key(low), high: v4Key(low + size - 1) } : undefined;
  }
  const dash = line.indexOf('-');
  const low = quickV4(line, 0, dash < 0 ? line.length : dash);
  const high = dash < 0 ? low : quickV4(line, dash + 1);
  return low >= 0 && high >= low ? { low: v4Key(low), high: v4Key(high) } : undefined;
}

export function union(...spaces: readonly Space[]): Space {
  const [only] = spaces;
  if (only && spaces.length === 1) return only;
  return {
    ranges: merged(spaces.flatMap((space) => space.ranges)),
    domains: new Set(spaces.flatMap((space) => [...space.domains])),
  };
}

/** Whether an address is inside, or the name it was asked for by or a name above that one. */
export function isInside({ ranges, domains }: Space, address: string, domain?: string): boolean {
  const key = parseIp(address);
  if (key !== undefined && rangeAround(ranges, key)) return true;
  if (domain === undefined || domains.size === 0) return false;
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}

/** Every address that is not inside, in both families; domains have no complement. */
export function complement({ ranges }: Space): Space {
  const rest: Range[] = [];
  for (const family of FAMILIES) {
    let low: string | undefined = family.low;
    for (const range of ranges) {
      if (low === undefined || range.low.charAt(0) !== family.low.charAt(0)) continue;
      if (low < range.low) rest.push({ low, high: step(range.low, -1n) });
      low = range.high === family.high ? undefined : step(range.high, 1n);
    }
    if (low !== undefined) rest.push({ low, high: family.high });
  }
  return { ranges: rest, domains: new Set() };
}

/** Whether one space holds all of another. */
export function holds(outer: Space, inner: Space): boolean {
  for (const domain of inner.domains) if (!outer.domains.has(domain)) return false;
  return inner.ranges.every((range) => {
    const around = rangeAround(outer.ranges, range.low);
    return around !== undefined && range.high <= around.high;
  });
}

/** The range that holds a key, by bisection. */
function rangeAround(ranges: readonly Range[], key: string): Range | undefined {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[middle]?.low ?? '') <= key) from = middle + 1;
    else to = middle;
  }
  const range = ranges[from - 1];
  return range && key <= range.high ? range : undefined;
}

/** Sorted, and those that overlap or touch made one: containment then asks a single range. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0))) {
    const last = result.at(-1);
    if (last && (range.low <= last.high || touches(last.high, range.low))) {
      if (range.high > last.high) result[result.length - 1] = { low: last.low, high: range.high };
    } else result.push(range);
  }
  return result;
}

/** Whether the second address follows the first at once. */
function touches(high: string, low: string): boolean {
  if (high.charAt(0) === '4') return Number.parseInt(low.slice(1), 16) === Number.parseInt(high.slice(1), 16) + 1 && low.charAt(0) === '4';
  return low.charAt(0) === '6' && !/^6f+$/.test(high) && step(high, 1n) === low;
}

function step(key: string, by: bigint): string {
  return key.charAt(0) + (BigInt(`0x${key.slice(1)}`) + by).toString(16).padStart(key.length - 1, '0');
}
