import { decimal, refuse, tidy, type Format } from '#domain/formats/format.ts';

/** A mask as prefix length, 0-32 (spec 5). */
export const mask: Format = {
  name: 'mask',
  check: (text) => (decimal(text, 32) < 0 ? refuse('format.mask.invalid', text) : undefined),
  normalise: (text) => (decimal(tidy(text), 32) < 0 ? text : tidy(text)),
  sortKey: (text) => text.padStart(2, '0'),
};
