import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { scanV4, v4Key } from '#domain/formats/ip.ts';

/** A dotted IPv4 address, octets 0-255 without leading zeros (spec 5). */
export const ipv4: Format = {
  name: 'ipv4',
  check: (text) => (scanV4(text) < 0 ? refuse('format.ipv4.invalid', text) : undefined),
  normalise: (text) => (scanV4(tidy(text)) < 0 ? text : tidy(text)),
  sortKey: (text) => v4Key(Math.max(0, scanV4(text))),
};
