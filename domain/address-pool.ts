import { parseCidr } from '#domain/formats/cidr.ts';
import { parseIpRule } from '#domain/formats/ip-list.ts';
import { formatIp, parseIp, v4Key } from '#domain/formats/ip.ts';

/** An IPv4 pool as its document says: a network, the range in it that is given out, and what of that is kept back. */
export type Pool = { network: string; rangeStart: string; rangeEnd: string; gateway?: string; excluded?: readonly string[] };

type Span = { low: number; high: number };

/** How many addresses the pool gives out. */
export function poolSize(pool: Pool): number {
  return spansOf(pool).reduce((sum, { low, high }) => sum + high - low + 1, 0);
}

/** Whether the pool gives this address out. */
export function isInPool(pool: Pool, address: string): boolean {
  const value = numberOf(address);
  return value !== undefined && spansOf(pool).some(({ low, high }) => low <= value && value <= high);
}

/** The lowest address that nobody holds, undefined when there is none. */
export function firstFree(pool: Pool, taken: ReadonlySet<string>): string | undefined {
  for (const { low, high } of spansOf(pool)) {
    for (let value = low; value <= high; value++) {
      const address = formatIp(v4Key(value));
      if (!taken.has(address)) return address;
    }
  }
  return undefined;
}

/** The range less the network's own two addresses, the gateway and what is kept back; ascending, disjoint. */
function spansOf({ network, rangeStart, rangeEnd, gateway, excluded = [] }: Pool): Span[] {
  const [low, high] = [numberOf(rangeStart), numberOf(rangeEnd)];
  if (low === undefined || high === undefined || low > high) return [];
  const holes = [...edgesOf(network), ...(gateway ? [gateway] : []), ...excluded].flatMap((text) => spanOf(text) ?? []);
  return holes.reduce<Span[]>((spans, hole) => spans.flatMap((span) => minus(span, hole)), [{ low, high }]);
}

/** Network and broadcast address; a /31 or /32 has none (RFC 3021). */
function edgesOf(network: string): string[] {
  const parsed = parseCidr(network);
  if ('code' in parsed || parsed.prefix > 30) return [];
  return [formatIp(parsed.range.low), formatIp(parsed.range.high)];
}

function minus(span: Span, hole: Span): Span[] {
  if (hole.high < span.low || hole.low > span.high) return [span];
  return [
    { low: span.low, high: hole.low - 1 },
    { low: hole.high + 1, high: span.high },
  ].filter(({ low, high }) => low <= high);
}

function spanOf(text: string): Span | undefined {
  const range = parseIpRule(text);
  if ('code' in range || !range.low.startsWith('4')) return undefined;
  return { low: hex(range.low), high: hex(range.high) };
}

function numberOf(address: string): number | undefined {
  const key = parseIp(address);
  return key?.startsWith('4') ? hex(key) : undefined;
}

function hex(key: string): number {
  return Number.parseInt(key.slice(1), 16);
}
