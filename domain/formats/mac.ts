import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const COLONS = /^[\da-f]{2}(?::[\da-f]{2}){5}$/i;
const DASHES = /^[\da-f]{2}(?:-[\da-f]{2}){5}$/i;
const DOTS = /^[\da-f]{4}(?:\.[\da-f]{4}){2}$/i;

/** Six hex pairs with colons (spec 5). Dashes and Cisco's dots are other spellings that `normalise` reads. */
export const mac: Format = {
  name: 'mac',
  check(text) {
    if (COLONS.test(text)) return undefined;
    const canonical = normaliseMac(text);
    return canonical === text ? refuse('format.mac.invalid', text) : refuse('format.mac.separator', text, { canonical });
  },
  normalise: normaliseMac,
  sortKey: normaliseMac,
};

/** Lower case with colons; a text that is no MAC address comes back as it is. */
export function normaliseMac(text: string): string {
  const plain = tidy(text);
  if (!COLONS.test(plain) && !DASHES.test(plain) && !DOTS.test(plain)) return text;
  const digits = plain.replace(/[.:-]/g, '').toLowerCase();
  return digits.replace(/(..)(?!$)/g, '$1:');
}
