import { refuse, tidy, type Format } from '#domain/formats/format.ts';

/** A firewall mark in hex, 0xff to 0xffff (spec 5). */
export const fwmark: Format = {
  name: 'fwmark',
  check: (text) => (isMark(text) ? undefined : refuse('format.fwmark.invalid', text)),
  normalise: (text) => (isMark(tidy(text)) ? `0x${Number(tidy(text)).toString(16)}` : text),
  sortKey: (text) => text.slice(2).toLowerCase().padStart(4, '0'),
};

function isMark(text: string): boolean {
  return /^0x[\da-f]{1,4}$/i.test(text) && Number(text) >= 0xff;
}
