import { comparable, distinctCells, listOf, scalarsOf, textOf, written } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/** A value is none of `values` (spec 5: metrics 100, 500 and 600). Option `by` as for `differ`. */
export const forbiddenValues: Rule = {
  name: 'forbiddenValues',
  options: ['values', 'by'],
  check(rows, { values, by }) {
    const forbidden = new Set(listOf(values).map((value) => comparable(value, by)));
    return distinctCells(rows)
      .flatMap(scalarsOf)
      .flatMap(({ pointer, value }) => {
        const key = comparable(value, by);
        if (key === undefined || !forbidden.has(key)) return [];
        const params = { value: textOf(value) ?? '', values: written(listOf(values)) };
        return [{ pointer, code: 'rule.forbiddenValues.forbidden', params }];
      });
  },
};
