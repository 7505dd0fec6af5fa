import { refuse, type Format } from '#domain/formats/format.ts';

/** A regular expression of ECMA-262 in Unicode mode. */
export const regex: Format = {
  name: 'regex',
  check: (text) => (compiles(text) ? undefined : refuse('format.regex.invalid', text)),
};

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
