import { refuse, type Format } from '#domain/formats/format.ts';

/** A regular expression of ECMA-262 in Unicode mode. */
export const regex: Format = {
  name: 'regex',
  check(text) {
    try {
      new RegExp(text, 'u');
      return undefined;
    } catch {
      return refuse('format.regex.invalid', text);
    }
  },
};
