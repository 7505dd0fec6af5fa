import { comparable, textOf } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/**
 * The values of a row differ from each other: primary and backup SN, preferred and backup DNS, new and old password,
 * delegation not to self (spec 5). Option `by`: text, number, ip, mac.
 */
export const differ: Rule = {
  name: 'differ',
  options: ['by'],
  check: (rows, { by }) =>
    rows.flatMap((row) => {
      const seen = new Set<number | string>();
      return row.flatMap(({ pointer, value }) => {
        const key = comparable(value, by);
        if (key === undefined) return [];
        if (!seen.has(key)) {
          seen.add(key);
          return [];
        }
        return [{ pointer, code: 'rule.differ.same', params: { value: textOf(value) ?? '' } }];
      });
    }),
};
