import type { Field } from '#domain/model.ts';

/** Formats of which a part reads as another value: what is left of an address or a serial is another address or serial. */
const FORMATS = new Set([
  'date-time',
  'date',
  'time',
  'time-of-day',
  'ip',
  'ipv4',
  'ipv6',
  'ip-or-star',
  'ip-range',
  'cidr',
  'cidr-host',
  'cidr-or-empty',
  'mac',
  'mac-or-star',
  'port',
  'port-or-star',
  'fwmark',
  'mobile-cn',
  'as-number',
  'id',
  'duration',
  'ip-list',
  'mask',
  'next-hop',
  'port-list',
  'uuid',
]);

/** Whether the value is a figure, a time, an address or a serial: it is shown whole or not at all. */
export function isNeverTruncated(field: Field): boolean {
  if (field.kind === 'array') return field.items !== undefined && field.items.kind !== 'object' && isNeverTruncated(field.items);
  if (field.values || field.ref) return false;
  return field.kind === 'integer' || field.kind === 'number' || (field.format !== undefined && FORMATS.has(field.format));
}
