import { textOf } from '#domain/rules/cells.ts';
import { ascending } from '#domain/rules/ascending.ts';
import type { Rule } from '#domain/rules/rule.ts';

/** First and last port of a range, low to high (decision 13): `[startPort, endPort]`, equal allowed, or one text `80-90`. */
export const portOrder: Rule = {
  name: 'portOrder',
  check: (rows) =>
    ascending
      .check(
        rows.map((row) => row.flatMap(({ pointer, value }) => (textOf(value) ?? '').split('-').map((port) => ({ pointer, value: port })))),
        { by: 'number', equal: true },
        undefined,
      )
      .map((violation) => ({ ...violation, code: 'rule.portOrder.descending' })),
};
