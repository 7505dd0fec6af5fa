import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { mac, normaliseMac } from '#domain/formats/mac.ts';

/** A MAC address or `*` for any (spec 5: the variant that allows it). */
export const macOrStar: Format = {
  name: 'mac-or-star',
  check: (text) => (text === '*' || !mac.check(text) ? undefined : refuse('format.macOrStar.invalid', text)),
  normalise: (text) => (tidy(text) === '*' ? '*' : normaliseMac(text)),
  sortKey: normaliseMac,
};
