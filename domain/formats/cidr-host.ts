import { tidy, type Format } from '#domain/formats/format.ts';
import { formatNetwork, isNetwork, networkSortKey, parseCidrHost } from '#domain/formats/cidr.ts';

/** An interface address with its prefix length, host bits allowed: `10.0.0.1/24`. */
export const cidrHost: Format = {
  name: 'cidr-host',
  check(text) {
    const network = parseCidrHost(text);
    return isNetwork(network) ? undefined : network;
  },
  normalise(text) {
    const network = parseCidrHost(tidy(text));
    return isNetwork(network) ? formatNetwork(network) : text;
  },
  sortKey: networkSortKey,
};
