import { formatIp } from '#domain/formats/ip.ts';
import type { Rule } from '#domain/rules/rule.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';

/**
 * An address is neither the network nor the broadcast address of its segment (spec 5), given as address and mask or in one
 * text. /31 and /32 have no such addresses (RFC 3021), nor has IPv6.
 */
export const usableAddress: Rule = {
  name: 'usableAddress',
  check: (rows) =>
    rows.flatMap(segmentsOf).flatMap((segment) => {
      const { address, prefix, range, cell } = segment;
      if (prefix > 30 || !address.startsWith('4')) return [];
      const code = address === range.low ? 'rule.usableAddress.network' : 'rule.usableAddress.broadcast';
      if (address !== range.low && address !== range.high) return [];
      return [{ pointer: cell.pointer, code, params: { value: formatIp(address), subnet: networkText(segment) } }];
    }),
};
