import { refuse, type Format } from '#domain/formats/format.ts';

const JSON_POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;

/** A JSON pointer (RFC 6901). */
export const jsonPointer: Format = {
  name: 'json-pointer',
  check: (text) => (JSON_POINTER.test(text) ? undefined : refuse('format.jsonPointer.invalid', text)),
};
