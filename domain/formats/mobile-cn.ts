import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const MOBILE = /^1[3-9]\d{9}$/;

/** A mobile number of mainland China, 11 digits from 13 to 19; empty is valid (spec 5). */
export const mobileCn: Format = {
  name: 'mobile-cn',
  check: (text) => (text === '' || MOBILE.test(text) ? undefined : refuse('format.mobileCn.invalid', text)),
  normalise(text) {
    const plain = tidy(text)
      .replace(/^(?:\+|00)86/, '')
      .replace(/[ -]/g, '');
    return plain === '' || MOBILE.test(plain) ? plain : text;
  },
};
