import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A UUID of any version (RFC 9562). */
export const uuid: Format = {
  name: 'uuid',
  check: (text) => (UUID.test(text) ? undefined : refuse('format.uuid.invalid', text)),
  normalise: (text) => (UUID.test(tidy(text)) ? tidy(text).toLowerCase() : text),
};
