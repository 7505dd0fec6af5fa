import { comparable, distinctCells, scalarsOf, textOf } from '#domain/rules/cells.ts';
import type { Rule, Violation } from '#domain/rules/rule.ts';
import type { Located } from '#domain/select.ts';

/**
 * No value occurs twice (spec 5: MAC, metrics of ports). Several paths are one set, so WAN and LAN metrics may be compared.
 * Options: `by` as for `differ`; `of: row` compares whole rows instead, as in protocol and port together.
 */
export const unique: Rule = {
  name: 'unique',
  options: ['by', 'of'],
  check(rows, { by, of }) {
    if (of === 'row') return repeats(rows.map((cells) => ({ cells, keys: cells.map(({ value }) => comparable(value, by)) })));
    const cells = distinctCells(rows).flatMap(scalarsOf);
    return repeats(cells.map((cell) => ({ cells: [cell], keys: [comparable(cell.value, by)] })));
  },
};

type Entry = { cells: readonly Located[]; keys: readonly (number | string | undefined)[] };

function repeats(entries: readonly Entry[]): Violation[] {
  const first = new Map<string, { index: number; at: string }>();
  return entries.flatMap(({ cells, keys }, index) => {
    if (keys.every((key) => key === undefined)) return [];
    const key = JSON.stringify(keys);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, { index, at: cells[0]?.pointer ?? '' });
    if (earlier === undefined) return [];
    const value = cells.map((cell) => textOf(cell.value) ?? '').join(' ');
    return [
      { pointer: cells[0]?.pointer ?? '', code: 'rule.unique.duplicate', params: { value, first: earlier.index + 1, at: earlier.at } },
    ];
  });
}
