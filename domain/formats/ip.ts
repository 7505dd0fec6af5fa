import ipaddr from 'ipaddr.js';

/**
 * IP arithmetic, by `ipaddr.js` behind checks of our own for what it takes and we do not: short, octal and hexadecimal
 * IPv4, zone ids, leading zeros in an embedded IPv4 part.
 *
 * An address is a key that sorts as the address does, IPv4 before IPv6: `4` and 8 hex digits or `6` and 32 hex digits;
 * so a range is two keys, and containment and overlap are string comparisons for both families.
 */
export type Range = { low: string; high: string };

/** An IPv6 address as four unsigned 32-bit words. */
export type Words = [number, number, number, number];

const V6_LETTERS = /^[\da-f:.]{2,45}$/i;
const LEADING_ZERO = /:0\d+\.|\.0\d/;

/** The IPv4 address in text[from, to) as an unsigned number, -1 when it is none. */
export function scanV4(text: string, from = 0, to = text.length): number {
  const part = text.slice(from, to);
  if (!ipaddr.IPv4.isValidFourPartDecimal(part)) return -1;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(part).octets;
  return a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
}

/** The IPv6 address in text[from, to), undefined when it is none. No zone id, no brackets. */
export function scanV6(text: string, from = 0, to = text.length): Words | undefined {
  const groups = groupsOf(text.slice(from, to));
  return groups && [pack(groups, 0), pack(groups, 2), pack(groups, 4), pack(groups, 6)];
}

/** The eight groups of an IPv6 address, undefined when the text is none. */
export function groupsOf(text: string): number[] | undefined {
  if (!V6_LETTERS.test(text) || !text.includes(':')) return undefined;
  const embedded = text.includes('.');
  if (embedded && LEADING_ZERO.test(text)) return undefined;
  try {
    // the library reads the deprecated ::a.b.c.d as ::ffff:a.b.c.d
    return ipaddr.IPv6.parse(embedded && /^::[\d.]+$/.test(text) ? `0${text}` : text).parts;
  } catch {
    return undefined;
  }
}

/** The key of an address, undefined when the text is none. */
export function parseIp(text: string): string | undefined {
  const v4 = scanV4(text);
  if (v4 >= 0) return v4Key(v4);
  const groups = groupsOf(text);
  return groups && `6${groups.map(hexGroup).join('')}`;
}

/** The lowest and highest address of a network around an address; undefined when the prefix is too long for its family. */
export function networkOf(address: string, prefix: number): Range | undefined {
  const v4 = address.startsWith('4');
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (v4 ? 32 : 128)) return undefined;
  const bytes = bytesOf(address);
  const mask = (v4 ? ipaddr.IPv4 : ipaddr.IPv6).subnetMaskFromPrefixLength(prefix).toByteArray();
  const bound = (host: number): string =>
    address.charAt(0) + bytes.map((byte, at) => hexByte((byte & (mask[at] ?? 0)) | (~(mask[at] ?? 0) & host))).join('');
  return { low: bound(0), high: bound(0xff) };
}

export function contains(outer: Range, inner: Range): boolean {
  return outer.low <= inner.low && inner.high <= outer.high;
}

export function overlaps(a: Range, b: Range): boolean {
  return a.low <= b.high && b.low <= a.high;
}

/** The spec's subnet overlap check (section 5). */
export function coincidence(a: Range, b: Range): 'coincidence' | 'notCoincidence' {
  return overlaps(a, b) ? 'coincidence' : 'notCoincidence';
}

/** The canonical spelling of an address key (RFC 5952 for IPv6, which writes a mapped IPv4 address in decimal). */
export function formatIp(key: string): string {
  const address = ipaddr.fromByteArray(bytesOf(key));
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return mapped ? `::ffff:${address.toIPv4Address().toString()}` : address.toString();
}

export function v4Key(value: number): string {
  return `4${value.toString(16).padStart(8, '0')}`;
}

export function v6Key(words: Words): string {
  return `6${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
}

function bytesOf(key: string): number[] {
  return Array.from({ length: key.length >> 1 }, (_, at) => Number.parseInt(key.slice(1 + at * 2, 3 + at * 2), 16));
}

function pack(groups: number[], at: number): number {
  return (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0);
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function hexGroup(group: number): string {
  return group.toString(16).padStart(4, '0');
}
