import { refuse, type Format } from '#domain/formats/format.ts';

/** Chinese and other letters, digits, spaces, parentheses, underscore and hyphen (spec 5). */
export const name: Format = {
  name: 'name',
  check(text) {
    if (text.trim() === '') return { code: 'format.name.empty' };
    const foreign = /[^\p{L}\p{M}\p{Nd}\p{Zs}()（）_-]/u.exec(text)?.[0];
    return foreign ? refuse('format.name.character', foreign) : undefined;
  },
  normalise: (text) => text.normalize('NFC').trim(),
};
