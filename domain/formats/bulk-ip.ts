import ipaddr from 'ipaddr.js';

import { decimal } from '#domain/formats/format.ts';
import { groupsOf } from '#domain/formats/ip.ts';

// `ip.ts` for many addresses at once, equal to it by property test. Both families are read by scanners of our own: the
// library alone takes the time that a pasted address set has (docs/decisions/004-ip-arithmetic.md).

const ZERO = 48;
const DOT = 46;
const COLON = 58;
const GROUPS = 8;

/** The IPv4 address in text[from, to) as an unsigned number, -1 when it is none. */
export function quickV4(text: string, from = 0, to = text.length): number {
  if (to - from < 7 || to - from > 15) return -1;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let index = from; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (octet < 0 || ++dots > 3) return -1;
      value = value * 256 + octet;
      octet = -1;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || octet === 0) return -1;
      octet = octet < 0 ? digit : octet * 10 + digit;
      if (octet > 255) return -1;
    }
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : -1;
}

/** An IPv6 range whose bounds are eight UTF-16 units each: they compare as the addresses do. */
export const V6_UNITS = GROUPS;
export type PackedRange = { low: string; high: string };

/** The IPv6 address, network or range that a text writes; undefined when it writes none or has host bits set. */
export function readV6(text: string): PackedRange | undefined {
  const slash = text.indexOf('/');
  if (slash >= 0) return network(quickV6(text, slash), text.slice(slash + 1));
  const dash = text.indexOf('-');
  const first = quickV6(text, dash < 0 ? text.length : dash);
  const last = dash < 0 ? first : groupsOf(text.slice(dash + 1));
  if (!first || !last) return undefined;
  const low = packed(first);
  const high = last === first ? low : packed(last);
  return low <= high ? { low, high } : undefined;
}

function network(groups: number[] | undefined, prefix: string): PackedRange | undefined {
  const length = decimal(prefix, 128);
  if (!groups || length < 0) return undefined;
  const low = packed(groups);
  if (length === GROUPS * 16) return { low, high: low };
  const mask = maskOf(length);
  const last = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < GROUPS; at++) {
    const group = groups[at] ?? 0;
    const kept = mask[at] ?? 0;
    if ((group & ~kept) !== 0) return undefined;
    last[at] = group | (~kept & 0xffff);
  }
  return { low, high: packed(last) };
}

// by index: to take an array apart goes through its iterator, slow until it is compiled
function packed(groups: number[]): string {
  return String.fromCharCode(
    groups[0] ?? 0,
    groups[1] ?? 0,
    groups[2] ?? 0,
    groups[3] ?? 0,
    groups[4] ?? 0,
    groups[5] ?? 0,
    groups[6] ?? 0,
    groups[7] ?? 0,
  );
}

/** The groups of an address at the beginning of a text. Those of up to four digits with one gap at most; whatever else, the library reads. */
function quickV6(text: string, to: number): number[] | undefined {
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  let gap = -1;
  let value = 0;
  let digits = 0;
  for (let index = 0; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code !== COLON) {
      const digit = hexDigit(code);
      if (digit < 0 || ++digits > 4 || count === GROUPS) return groupsOf(text.slice(0, to));
      value = value * 16 + digit;
      continue;
    }
    const isGap = index + 1 < to && text.charCodeAt(index + 1) === COLON;
    // a colon stands behind a group, or is one of the two of the gap
    if (digits === 0 && (index === 0 ? !isGap : gap !== count)) return groupsOf(text.slice(0, to));
    if (digits > 0) groups[count++] = value;
    if (isGap && gap >= 0) return groupsOf(text.slice(0, to));
    if (isGap) gap = count;
    value = digits = 0;
  }
  if (digits > 0) groups[count++] = value;
  const ends = digits > 0 || gap === count;
  if (!ends || (gap < 0 ? count !== GROUPS : count > GROUPS - 2)) return groupsOf(text.slice(0, to));
  // what stands behind the gap belongs to the end
  const behind = gap < 0 ? 0 : count - gap;
  for (let step = 1; step <= behind; step++) {
    groups[GROUPS - step] = groups[count - step] ?? 0;
    groups[count - step] = 0;
  }
  return groups;
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= 57) return code - ZERO;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const masks: number[][] = [];

function maskOf(prefix: number): number[] {
  return (masks[prefix] ??= groupsOfBytes(ipaddr.IPv6.subnetMaskFromPrefixLength(prefix).toByteArray()));
}

function groupsOfBytes(bytes: number[]): number[] {
  return Array.from({ length: 8 }, (_, at) => (bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0));
}
