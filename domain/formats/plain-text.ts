import { refuse, type Format } from '#domain/formats/format.ts';

/** Free text, lines too, without special punctuation (decision 27) and without what no database stores faithfully. */
export const plainText: Format = {
  name: 'plain-text',
  check(text) {
    const special = /['"<>&;`\\]/.exec(text)?.[0];
    if (special) return refuse('format.plainText.punctuation', special);
    const control = /[^\P{Cc}\t\n\r]/u.test(text) || !text.isWellFormed();
    return control ? refuse('format.plainText.control', text) : undefined;
  },
};
