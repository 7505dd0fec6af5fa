import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { ip } from '#domain/formats/ip-address.ts';
import { parseIp } from '#domain/formats/ip.ts';

/** Stands for the address of the interface that a route leaves by (spec 9: default route address). */
const INTERFACE_ADDRESS = '{ip}';

/** An address, or `{ip}` for that of the interface. */
export const nextHop: Format = {
  name: 'next-hop',
  check: (text) => (text === INTERFACE_ADDRESS || parseIp(text) ? undefined : refuse('format.nextHop.invalid', text)),
  normalise: (text) => (tidy(text).toLowerCase() === INTERFACE_ADDRESS ? INTERFACE_ADDRESS : (ip.normalise?.(text) ?? text)),
  sortKey: (text) => parseIp(text) ?? '',
};
