import { isIPv6 } from 'node:net';

import { hashOf } from '#server/kernel/access/codes.ts';

/** Where an attempt comes from: the address of the caller, and the browser if the account is known to it. */
export type AttemptOrigin = { ip: string; device?: string };

/** The address as limits count it: whoever has an IPv6 network has 2^64 addresses of it. An IPv4 address in IPv6 dress is the IPv4 address. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}

/** Of the two the browser: it is one, behind an address may be a whole office. */
export function keyOf({ ip, device }: AttemptOrigin): string {
  return device === undefined ? networkOf(ip) : `device ${hashOf(device)}`;
}
