import { refuse, tidy, type Format } from '#domain/formats/format.ts';

const PAIR = /^(-?(?:0|[1-9]\d{0,2})(?:\.\d{1,15})?),(-?(?:0|[1-9]\d{0,2})(?:\.\d{1,15})?)$/;

/** `longitude,latitude` in decimal degrees (spec 5). */
export const coordinates: Format = {
  name: 'coordinates',
  check(text) {
    const pair = PAIR.exec(text);
    if (!pair) return refuse('format.coordinates.syntax', text);
    if (Math.abs(Number(pair[1])) > 180) return refuse('format.coordinates.longitude', pair[1] ?? '');
    return Math.abs(Number(pair[2])) > 90 ? refuse('format.coordinates.latitude', pair[2] ?? '') : undefined;
  },
  normalise(text) {
    const plain = tidy(text).replace(/\s*,\s*/, ',');
    return PAIR.test(plain) ? plain : text;
  },
};
