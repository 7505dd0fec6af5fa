import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { formatIp, parseIp, scanV6, v6Key } from '#domain/formats/ip.ts';

/** An IPv6 address without zone id (RFC 4291). */
export const ipv6: Format = {
  name: 'ipv6',
  check: (text) => (scanV6(text) ? undefined : refuse('format.ipv6.invalid', text)),
  normalise(text) {
    const words = scanV6(tidy(text));
    return words ? formatIp(v6Key(words)) : text;
  },
  sortKey: (text) => parseIp(text) ?? text,
};
