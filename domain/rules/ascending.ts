import { comparable, textOf } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/**
 * The values of a row ascend: start before end (spec 3: leases, delegations, time ranges; spec 5: DHCP pools).
 * Options: `by` number, time, date, ip or text; `equal: true` allows equal neighbours.
 */
export const ascending: Rule = {
  name: 'ascending',
  options: ['by', 'equal'],
  check: (rows, { by, equal }) =>
    rows.flatMap((row) => {
      const cells = row.filter(({ value }) => comparable(value, by) !== undefined);
      return cells.flatMap((cell, index) => {
        const before = cells[index - 1];
        if (!before) return [];
        const [low = 0, high = 0] = [comparable(before.value, by), comparable(cell.value, by)];
        if (typeof low !== typeof high || low < high || (equal === true && low === high)) return [];
        const params = { start: textOf(before.value) ?? '', end: textOf(cell.value) ?? '' };
        return [{ pointer: cell.pointer, code: equal === true ? 'rule.ascending.before' : 'rule.ascending.notAfter', params }];
      });
    }),
};
