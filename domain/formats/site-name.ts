import { lengthOf, refuse, type Format } from '#domain/formats/format.ts';

const MAX = 80;

/** Letters of any script, digits, underscore and single inner spaces, up to 80 (spec 5, decision 12). */
export const siteName: Format = {
  name: 'site-name',
  check(text) {
    if (text === '') return { code: 'format.siteName.empty' };
    if (lengthOf(text) > MAX) return refuse('format.siteName.length', text, { length: lengthOf(text), max: MAX });
    const foreign = /[^\p{L}\p{M}\p{Nd}_ ]/u.exec(text)?.[0];
    if (foreign) return refuse('format.siteName.character', foreign);
    return /^ | $| {2}/.test(text) ? refuse('format.siteName.space', text) : undefined;
  },
  normalise: (text) => text.normalize('NFC').trim().replace(/\s+/g, ' '),
};
