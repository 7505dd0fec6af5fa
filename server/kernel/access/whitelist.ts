import { linesOf, parseIpRule } from '#domain/formats/ip-list.ts';
import { parseIp } from '#domain/formats/ip.ts';

/** Whether an address may log in; an empty list lets everybody. An IPv4 address in IPv6 dress is the IPv4 address. */
export function addressAllowed(whitelist: readonly string[], ip: string): boolean {
  if (whitelist.length === 0) return true;
  const key = parseIp(ip.replace(/^::ffff:(?=\d+\.)/i, ''));
  if (key === undefined) return false;
  return whitelist.flatMap(linesOf).some((line) => {
    const range = parseIpRule(line);
    return 'low' in range && range.low <= key && key <= range.high;
  });
}
