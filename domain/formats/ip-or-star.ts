import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { ip } from '#domain/formats/ip-address.ts';
import { parseIp } from '#domain/formats/ip.ts';

/** An address or `*` for any (spec 5: empty gives "IP required"). */
export const ipOrStar: Format = {
  name: 'ip-or-star',
  check(text) {
    if (text === '') return { code: 'format.ipOrStar.required' };
    return text === '*' || parseIp(text) ? undefined : refuse('format.ipOrStar.invalid', text);
  },
  normalise: (text) => (tidy(text) === '*' ? '*' : (ip.normalise?.(text) ?? text)),
  sortKey: (text) => (text === '*' ? '' : (parseIp(text) ?? text)),
};
