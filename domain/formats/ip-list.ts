import { cidr, parseCidr } from '#domain/formats/cidr.ts';
import { refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { ipRange, parseIpRange } from '#domain/formats/ip-range.ts';
import { formatIp, parseIp, type Range } from '#domain/formats/ip.ts';

/** Addresses, networks or ranges, one a line; a trailing newline is no line (spec 5). Errors name line and value. */
export const ipList: Format = {
  name: 'ip-list',
  check(text) {
    const lines = linesOf(text);
    if (lines.length === 0) return { code: 'format.ipList.empty' };
    for (const [index, line] of lines.entries()) {
      if ('code' in parseIpRule(line)) return refuse('format.ipList.line', line, { line: index + 1 });
    }
    return undefined;
  },
  normalise: (text) => linesOf(text).map(normaliseIpRule).join('\n'),
};

/** The addresses of an address, a network or a range, or what is wrong with it. */
export function parseIpRule(text: string): Range | Problem {
  if (text.includes('/')) {
    const network = parseCidr(text);
    return 'code' in network ? network : network.range;
  }
  if (text.includes('-')) return parseIpRange(text);
  const key = parseIp(text);
  return key ? { low: key, high: key } : refuse('format.ip.invalid', text);
}

export function normaliseIpRule(text: string): string {
  const key = parseIp(tidy(text));
  if (key) return formatIp(key);
  const format = text.includes('/') ? cidr : ipRange;
  return format.normalise?.(text) ?? text;
}

/** The lines of a text; line ends of every system, and none after the last line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r]/);
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines;
}
