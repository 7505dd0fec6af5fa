import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { uri } from '#domain/formats/uri.ts';

/** An absolute http or https address (decision 27). */
export const url: Format = {
  name: 'url',
  check: (text) => (isWebUrl(text) ? undefined : refuse('format.url.invalid', text)),
  /** Chinese in host, path or query becomes punycode and percent escapes. */
  normalise(text) {
    const plain = text.trim();
    if (isWebUrl(plain)) return plain;
    const parsed = URL.parse(tidy(text));
    return parsed && isWebUrl(parsed.href) ? parsed.href : text;
  },
};

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && !uri.check(text) && URL.canParse(text);
}
