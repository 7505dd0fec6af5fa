import type { Rule } from '#domain/rules/rule.ts';
import { segmentsOf } from '#domain/rules/segment.ts';

/** The networks of a row are of one size, so that each address of one has its own in the other (NAT of networks). */
export const sameSize: Rule = {
  name: 'sameSize',
  check: (rows) =>
    rows.flatMap((row) => {
      const [first, ...others] = segmentsOf(row);
      if (!first) return [];
      return others.flatMap(({ cell, prefix }) =>
        prefix === first.prefix
          ? []
          : [
              {
                pointer: cell.pointer,
                code: 'rule.sameSize.other',
                params: { size: `/${prefix}`, expected: `/${first.prefix}`, at: first.cell.pointer },
              },
            ],
      );
    }),
};
