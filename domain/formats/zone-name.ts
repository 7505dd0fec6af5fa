import { refuse, type Format } from '#domain/formats/format.ts';

/** A firewall zone: letters, digits and underscore, up to 11 (spec 5). */
export const zoneName: Format = {
  name: 'zone-name',
  check: (text) => (/^\w{1,11}$/.test(text) ? undefined : refuse('format.zoneName.invalid', text)),
  normalise: (text) => text.trim(),
};
