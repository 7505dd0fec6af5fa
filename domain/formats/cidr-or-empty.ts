import type { Format } from '#domain/formats/format.ts';
import { cidr, networkSortKey } from '#domain/formats/cidr.ts';

/** A network or nothing (spec 5: empty fine). */
export const cidrOrEmpty: Format = {
  name: 'cidr-or-empty',
  check: (text) => (text === '' ? undefined : cidr.check(text)),
  normalise: (text) => (text.trim() === '' ? '' : (cidr.normalise?.(text) ?? text)),
  sortKey: networkSortKey,
};
