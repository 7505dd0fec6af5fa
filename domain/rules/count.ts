import { getPointer, joinPointer } from '#domain/pointer.ts';
import { isPresent, numberOf } from '#domain/rules/cells.ts';
import type { Rule, Violation } from '#domain/rules/rule.ts';
import type { Located } from '#domain/select.ts';

/**
 * At most `max` values (spec 9: local DNS 5, loopback IPs 16, …): in each array selected (`lan[].loopbackIps`), or of the
 * selected values together (`lan[].loopbackIps[]`). `where: {role: hub}` counts only elements with these values.
 */
export const maxCount: Rule = {
  name: 'maxCount',
  options: ['max', 'where'],
  check(rows, { max, where }) {
    const cells = rows.flat();
    const arrays = cells.filter(({ value }) => Array.isArray(value));
    return [...arrays.map((cell) => [cell]), cells.filter((cell) => !arrays.includes(cell))].flatMap((group) =>
      boundsOf(group, { max }, where),
    );
  },
};

/**
 * How many values there may be in a mode. The first path is the mode, the values of the others are counted together:
 * `with: {counts: {vll: {min: 1, max: 1}}}` (spec 5: one WAN on a leased line; decision 14: topology minima).
 * `where` as for `maxCount`.
 */
export const countByMode: Rule = {
  name: 'countByMode',
  whole: true,
  options: ['counts', 'where'],
  check(rows, { counts, where }) {
    const mode = rows[0]?.[0]?.value;
    if (typeof mode !== 'string') return [];
    const limits = getPointer(counts, joinPointer('', mode));
    const cells = rows.flatMap((row) => row.slice(1));
    return boundsOf(cells, { min: getPointer(limits, '/min'), max: getPointer(limits, '/max') }, where);
  },
};

function boundsOf(cells: readonly Located[], limits: { min?: unknown; max?: unknown }, where: unknown): Violation[] {
  const min = numberOf(limits.min) ?? 0;
  const max = numberOf(limits.max) ?? Infinity;
  const count = cells
    .flatMap(({ value }) => (Array.isArray(value) ? value : isPresent(value) ? [value] : []))
    .filter((value) => matches(value, where)).length;
  if (count >= min && count <= max) return [];
  const pointer = cells[0] ? placeOf(cells[0]) : '';
  if (min === max) return [{ pointer, code: 'rule.count.exact', params: { count, expected: min } }];
  if (count < min) return [{ pointer, code: 'rule.count.few', params: { count, min } }];
  return [{ pointer, code: 'rule.count.many', params: { count, max } }];
}

function matches(element: unknown, where: unknown): boolean {
  return Object.entries(where ?? {}).every(([key, expected]) => getPointer(element, joinPointer('', key)) === expected);
}

/** The array itself, or the outermost array that a counted value is in. */
function placeOf({ pointer, value }: Located): string {
  return Array.isArray(value) ? pointer : pointer.replace(/\/\d+(?:\/.*)?$/, '');
}
