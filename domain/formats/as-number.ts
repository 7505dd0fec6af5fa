import { decimal, refuse, tidy, type Format } from '#domain/formats/format.ts';

/** Four octets (RFC 6793); 0 and the highest number are reserved (RFC 7607, RFC 7300). */
const MAX = 4_294_967_294;

/** The number of an autonomous system, 1-4294967294. */
export const asNumber: Format = {
  name: 'as-number',
  check: (text) => (decimal(text, MAX) < 1 ? refuse('format.asNumber.invalid', text) : undefined),
  normalise: (text) => (decimal(tidy(text), MAX) < 1 ? text : tidy(text)),
  sortKey: (text) => text.padStart(10, '0'),
};
