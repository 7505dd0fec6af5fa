import { decimal, refuse, tidy, type Format, type Problem } from '#domain/formats/format.ts';
import { formatIp, networkOf, parseIp, type Range } from '#domain/formats/ip.ts';

export type Network = { address: string; prefix: number; range: Range };

/** A network: address and prefix length with host bits zero, IPv4 or IPv6 (spec 5). */
export const cidr: Format = {
  name: 'cidr',
  check(text) {
    const network = parseCidr(text);
    return isNetwork(network) ? undefined : network;
  },
  normalise: (text) => {
    const network = parseCidr(tidy(text));
    return isNetwork(network) ? formatNetwork(network) : text;
  },
  sortKey: networkSortKey,
};

/** The network that a text writes, or what is wrong with it. */
export function parseCidr(text: string): Network | Problem {
  const network = parseCidrHost(text);
  if (!isNetwork(network) || network.address === network.range.low) return network;
  return refuse('format.cidr.hostBits', text, { network: `${formatIp(network.range.low)}/${network.prefix}` });
}

/** The same with host bits allowed: an interface address and its network. */
export function parseCidrHost(text: string): Network | Problem {
  const slash = text.indexOf('/');
  if (slash < 0) return refuse('format.cidr.syntax', text);
  const address = parseIp(text.slice(0, slash));
  if (!address) return refuse('format.cidr.address', text, { address: text.slice(0, Math.min(slash, 60)) });
  const max = address.startsWith('4') ? 32 : 128;
  const prefix = decimal(text.slice(slash + 1), max);
  const range = networkOf(address, prefix);
  return range ? { address, prefix, range } : refuse('format.cidr.prefix', text, { max });
}

export function isNetwork(parsed: Network | Problem): parsed is Network {
  return 'range' in parsed;
}

export function formatNetwork(network: Network): string {
  return `${formatIp(network.address)}/${network.prefix}`;
}

/** By address, then wider networks first. */
export function networkSortKey(text: string): string {
  const network = parseCidrHost(text);
  return isNetwork(network) ? `${network.address}/${String(network.prefix).padStart(3, '0')}` : text;
}
