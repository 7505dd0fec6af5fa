import { refuse, tidy, type Format } from '#domain/formats/format.ts';
import { formatIp, parseIp } from '#domain/formats/ip.ts';

/** An IPv4 or IPv6 address. */
export const ip: Format = {
  name: 'ip',
  check: (text) => (parseIp(text) ? undefined : refuse('format.ip.invalid', text)),
  normalise(text) {
    const key = parseIp(tidy(text));
    return key ? formatIp(key) : text;
  },
  sortKey: (text) => parseIp(text) ?? text,
};
