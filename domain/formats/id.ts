import { refuse, type Format } from '#domain/formats/format.ts';

/** Letters, digits, underscore and hyphen (spec 5). */
export const id: Format = {
  name: 'id',
  check: (text) => (/^[\w-]+$/.test(text) ? undefined : refuse('format.id.invalid', text)),
  normalise: (text) => text.trim(),
};
