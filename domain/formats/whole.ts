/** Formats of which a part reads as another value: what is left of an address or a serial is another address or serial. */
const FORMATS: ReadonlySet<string> = new Set([
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

/** Whether a text of this format is shown whole or not at all. */
export function isWhole(format: string | undefined): boolean {
  return format !== undefined && FORMATS.has(format);
}
