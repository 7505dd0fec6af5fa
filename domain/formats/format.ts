/** What is wrong with a text: a key of `locales/{zh,en}/validation.json` and the parameters of its sentence. */
export type Problem = { code: string; params?: Record<string, string | number> };

/**
 * One format, selected in a schema by `format: <name>`. Checks run in linear time: they see 65,535 items at once.
 * `normalise` gives the canonical spelling of a text that means a valid value, and leaves any other text as it is.
 * `sortKey` of a valid text sorts as the value does (addresses by number, not by letter).
 */
export type Format = {
  name: string;
  check: (text: string) => Problem | undefined;
  normalise?: (text: string) => string;
  sortKey?: (text: string) => string;
};

const SHOWN = 60;

/** A problem that quotes the refused text, shortened and without control characters. */
export function refuse(code: string, text: string, params?: Record<string, string | number>): Problem {
  return { code, params: { value: quotable(text), ...params } };
}

function quotable(text: string): string {
  const visible = text
    .slice(0, SHOWN)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\u{fffd}');
  return text.length > SHOWN ? `${visible}…` : visible;
}

/** What an input method or a paste adds to a technical value: full-width characters and surrounding space. */
export function tidy(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Length in code points, as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}

/** A whole number in decimal without sign or leading zero, at most `max`; -1 for any other text. */
export function decimal(text: string, max: number): number {
  if (text.length === 0 || text.length > 15 || (text.length > 1 && text.charCodeAt(0) === 48)) return -1;
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value > max ? -1 : value;
}
