import { isNetwork, parseCidrHost } from '#domain/formats/cidr.ts';
import { formatIp, networkOf, parseIp, type Range } from '#domain/formats/ip.ts';
import { textOf } from '#domain/rules/cells.ts';
import type { Located } from '#domain/select.ts';

/** An address in its network, and the cells it was read from. */
export type Segment = { cell: Located; address: string; prefix: number; range: Range };

/**
 * The segments that a row writes, column after column: `10.0.0.1/24` in one cell, or an address and the next cell its mask
 * (a prefix length or dotted). What cannot be read is passed over.
 */
export function segmentsOf(row: readonly Located[]): Segment[] {
  const segments: Segment[] = [];
  for (let column = 0; column < row.length; column++) {
    const cell = row[column];
    const text = textOf(cell?.value);
    if (!cell || text === undefined) {
      // an absent address takes its mask along
      if (isMask(row[column + 1]?.value)) column++;
      continue;
    }
    const segment = text.includes('/') ? inOneCell(cell, text) : withMask(cell, text, row[column + 1]?.value);
    if (!text.includes('/') && isMask(row[column + 1]?.value)) column++;
    if (segment) segments.push(segment);
  }
  return segments;
}

/** `10.0.0.0/24`, as a sentence names a segment. */
export function networkText({ range, prefix }: Segment): string {
  return `${formatIp(range.low)}/${prefix}`;
}

/** A mask as prefix length: `24`, `'24'`, `'255.255.255.0'`; undefined for anything else. */
export function prefixOf(mask: unknown): number | undefined {
  const text = textOf(mask);
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const key = parseIp(text);
  if (!key?.startsWith('4')) return undefined;
  const bits = Number.parseInt(key.slice(1), 16).toString(2).padStart(32, '0');
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : undefined;
}

function isMask(value: unknown): boolean {
  return prefixOf(value) !== undefined;
}

function inOneCell(cell: Located, text: string): Segment | undefined {
  const network = parseCidrHost(text);
  return isNetwork(network) ? { cell, ...network } : undefined;
}

function withMask(cell: Located, text: string, mask: unknown): Segment | undefined {
  const address = parseIp(text);
  const prefix = prefixOf(mask);
  const range = address && prefix !== undefined ? networkOf(address, prefix) : undefined;
  return address && prefix !== undefined && range ? { cell, address, prefix, range } : undefined;
}
