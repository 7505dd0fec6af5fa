import { parseIp } from '#domain/formats/ip.ts';
import { textOf } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';

/**
 * The addresses of a row lie in its first segment (spec 5: LAN IP and gateway in the same segment).
 * `over` is `[ip, mask, gateway, …]` or `[ip/prefix, gateway, …]`; an empty address is fine.
 */
export const sameSubnet: Rule = {
  name: 'sameSubnet',
  check: (rows) =>
    rows.flatMap((row) => {
      const [segment] = segmentsOf(row.slice(0, 2));
      if (!segment) return [];
      const inOneCell = textOf(segment.cell.value)?.includes('/');
      const others = row.slice(row.indexOf(segment.cell) + (inOneCell ? 1 : 2));
      return others.flatMap(({ pointer, value }) => {
        const address = parseIp(textOf(value) ?? '');
        if (!address || (segment.range.low <= address && address <= segment.range.high)) return [];
        return [{ pointer, code: 'rule.sameSubnet.outside', params: { value: textOf(value) ?? '', subnet: networkText(segment) } }];
      });
    }),
};
