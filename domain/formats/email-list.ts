import { email } from '#domain/formats/email.ts';
import { refuse, type Format } from '#domain/formats/format.ts';

/** Mailboxes separated by semicolons, at least one (spec 5). */
export const emailList: Format = {
  name: 'email-list',
  check(text) {
    if (text.trim() === '') return { code: 'format.emailList.empty' };
    for (const [index, item] of text.split(';').entries()) {
      if (email.check(item.trim())) return refuse('format.emailList.item', item.trim(), { position: index + 1 });
    }
    return undefined;
  },
  /** Full-width and trailing semicolons are what people type. */
  normalise: (text) =>
    text
      .replaceAll('；', ';')
      .split(';')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .join(';'),
};
