import { MAX_RULE_DOMAIN, checkAddressRule } from '#domain/formats/address-rule.ts';
import { quickV4, readV6, V6_UNITS } from '#domain/formats/bulk-ip.ts';
import { isDomain } from '#domain/formats/domain.ts';
import { decimal, type Problem } from '#domain/formats/format.ts';
import { linesOf } from '#domain/formats/ip-list.ts';
import { sweep, type Overlap } from '#domain/formats/sweep.ts';

/** The rules that an address set holds (spec 5). */
export const MAX_RULES = 65_535;

export type AddressSetReport = {
  /** Rules found, bad ones too, blank lines not. */
  count: number;
  errors: (Problem & { line: number; value: string })[];
  /** Rules that say the same as an earlier line. */
  duplicates: Overlap[];
  /** Rules that share addresses without being the same; every rule concerned occurs in a pair, not every pair is listed. */
  overlaps: Overlap[];
};

/** The rules of a text, one a line; blank lines and surrounding space do not count, line numbers are the text's. */
export function parseAddressSet(text: string): AddressSetReport {
  return inspect(linesOf(text).map((line) => line.trim() || undefined));
}

/** The same for the items of a stored set, taken as they are; the first item is line 1. */
export function inspectAddressSet(rules: readonly string[]): AddressSetReport {
  return inspect(rules);
}

function inspect(lines: readonly (string | undefined)[]): AddressSetReport {
  const errors: AddressSetReport['errors'] = [];
  const duplicates: Overlap[] = [];
  const domains = new Map<string, number>();
  const v4 = { lows: new Float64Array(lines.length), highs: new Float64Array(lines.length), lines: new Uint32Array(lines.length), size: 0 };
  const v6: Record<'lows' | 'highs', string[]> & { lines: number[] } = { lows: [], highs: [], lines: [] };
  let count = 0;

  for (let index = 0; index < lines.length; index++) {
    const rule = lines[index];
    const line = index + 1;
    if (rule === undefined) continue;
    if (++count > MAX_RULES) continue;
    if (readV4(rule)) {
      v4.lows[v4.size] = low;
      v4.highs[v4.size] = high;
      v4.lines[v4.size++] = line;
      continue;
    }
    const range = rule.includes(':') ? readV6(rule) : undefined;
    if (range) {
      v6.lows.push(range.low);
      v6.highs.push(range.high);
      v6.lines.push(line);
      continue;
    }
    if (rule.length <= MAX_RULE_DOMAIN && isDomain(rule)) {
      const name = rule.toLowerCase();
      const first = domains.get(name);
      if (first === undefined) domains.set(name, line);
      else duplicates.push({ line, other: first });
      continue;
    }
    const problem = checkAddressRule(rule);
    if (problem) errors.push({ ...problem, line, value: rule });
  }
  if (count > MAX_RULES) errors.push({ code: 'addressSet.count', params: { count, max: MAX_RULES }, line: lines.length, value: '' });

  const found = [sweep({ ...v4, lows: v4.lows.subarray(0, v4.size) }), sweep({ ...v6, units: V6_UNITS })];
  return {
    count,
    errors,
    duplicates: byLine([...duplicates, ...found.flatMap((one) => one.duplicates)]),
    overlaps: byLine(found.flatMap((one) => one.overlaps)),
  };
}

// the bounds of the last rule read: two numbers, not an object for each of 65,535 rules
let low = 0;
let high = 0;

/** Reads an IPv4 address, network or range into `low` and `high`; false when the text is none. */
function readV4(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first < 48 || first > 57) return false;
  const slash = text.indexOf('/');
  if (slash >= 0) {
    const size = 2 ** (32 - decimal(text.slice(slash + 1), 32));
    low = quickV4(text, 0, slash);
    high = low + size - 1;
    return low >= 0 && size <= 2 ** 32 && low % size === 0;
  }
  const dash = text.indexOf('-');
  low = quickV4(text, 0, dash < 0 ? text.length : dash);
  high = dash < 0 ? low : quickV4(text, dash + 1);
  return low >= 0 && high >= low;
}

function byLine(pairs: Overlap[]): Overlap[] {
  return pairs.toSorted((a, b) => a.line - b.line || a.other - b.other);
}
