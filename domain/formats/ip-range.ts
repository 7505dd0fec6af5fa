import { refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { formatIp, parseIp, type Range } from '#domain/formats/ip.ts';

/** Two addresses of one family, low to high: `10.0.0.1-10.0.0.9`. */
export const ipRange: Format = {
  name: 'ip-range',
  check(text) {
    const range = parseIpRange(text);
    return 'low' in range ? undefined : range;
  },
  normalise(text) {
    const range = parseIpRange(tidy(text).replace(/ ?- ?/, '-'));
    return 'low' in range ? `${formatIp(range.low)}-${formatIp(range.high)}` : text;
  },
  sortKey(text) {
    const range = parseIpRange(text);
    return 'low' in range ? `${range.low}-${range.high}` : text;
  },
};

/** The range that a text writes, or what is wrong with it. */
export function parseIpRange(text: string): Range | Problem {
  const dash = text.indexOf('-');
  if (dash < 0) return refuse('format.ipRange.syntax', text);
  const low = parseIp(text.slice(0, dash));
  const high = parseIp(text.slice(dash + 1));
  if (!low || !high) return refuse('format.ipRange.address', text);
  if (low.charAt(0) !== high.charAt(0)) return refuse('format.ipRange.family', text);
  return low <= high ? { low, high } : refuse('format.ipRange.order', text, { low: formatIp(high), high: formatIp(low) });
}
