import { comparable, distinctCells, listOf, scalarsOf, textOf } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/**
 * The values of the first path all occur among those of the other paths, or in `values`: a WAN that a rule names exists,
 * hubs are sites of the topology. Option `by` as for `differ`.
 */
export const subsetOf: Rule = {
  name: 'subsetOf',
  whole: true,
  options: ['values', 'by'],
  check(rows, { values, by }) {
    const others = distinctCells(rows.map((row) => row.slice(1))).flatMap(scalarsOf);
    const allowed = new Set([...others.map(({ value }) => value), ...listOf(values)].map((value) => comparable(value, by)));
    return distinctCells(rows.map((row) => row.slice(0, 1)))
      .flatMap(scalarsOf)
      .flatMap(({ pointer, value }) => {
        const key = comparable(value, by);
        if (key === undefined || allowed.has(key)) return [];
        return [{ pointer, code: 'rule.subsetOf.unknown', params: { value: textOf(value) ?? '' } }];
      });
  },
};
