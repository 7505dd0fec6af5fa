import { lengthOf, refuse, type Format } from '#domain/formats/format.ts';

const MAX = 31;

/** The name of a wireless network, 1-31 characters (spec 5, decision 12). */
export const ssid: Format = {
  name: 'ssid',
  check(text) {
    const length = lengthOf(text);
    if (length < 1 || length > MAX) return refuse('format.ssid.length', text, { length, max: MAX });
    return /\p{Cc}/u.test(text) || !text.isWellFormed() ? refuse('format.ssid.control', text) : undefined;
  },
};
