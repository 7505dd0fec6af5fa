import { comparable } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/**
 * The values of a row equal its first: confirmation and new password, model of backup and primary (spec 5).
 * Values are not quoted, they may be secrets. An absent value is the schema's to require. Option `by` as for `differ`.
 */
export const equal: Rule = {
  name: 'equal',
  options: ['by'],
  check: (rows, { by }) =>
    rows.flatMap(([first, ...others]) => {
      const expected = comparable(first?.value, by);
      return others.flatMap(({ pointer, value }) => {
        const key = comparable(value, by);
        return key === undefined || key === expected ? [] : [{ pointer, code: 'rule.equal.different' }];
      });
    }),
};
