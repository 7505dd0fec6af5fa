import { isPresent, listOf, written } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';

/** At least one value of a row is there; an empty array is none (spec 5: BGP neighbour, OSPF prefix). */
export const atLeastOne: Rule = {
  name: 'atLeastOne',
  whole: true,
  check: (rows) =>
    rows.flatMap((row) =>
      row.some(({ value }) => isPresent(value)) ? [] : [{ pointer: row[0]?.pointer ?? '', code: 'rule.atLeastOne.none' }],
    ),
};

/** Exactly one value of a row is there; `orNone: true` allows none (spec 4: only one of OSPF and BGP is enabled). */
export const exactlyOne: Rule = {
  name: 'exactlyOne',
  whole: true,
  options: ['orNone'],
  check: (rows, { orNone }) =>
    rows.flatMap((row) => {
      const [first, ...more] = row.filter(({ value }) => isPresent(value));
      if (!first) return orNone === true ? [] : [{ pointer: row[0]?.pointer ?? '', code: 'rule.exactlyOne.none' }];
      return more.map(({ pointer }) => ({ pointer, code: 'rule.exactlyOne.several' }));
    }),
};

/** Where the first value of a row is there, one of the others is too (spec 5: BGP needs an AS). */
export const requiresOneOf: Rule = {
  name: 'requiresOneOf',
  whole: true,
  check: (rows) =>
    rows.flatMap(([first, ...others]) => {
      if (!isPresent(first?.value) || others.some(({ value }) => isPresent(value))) return [];
      return [{ pointer: others[0]?.pointer ?? '', code: 'rule.requiresOneOf.none' }];
    }),
};

/**
 * The first value of a row is required while the second is one of `is`, or none of `not`; without either, while it is
 * there (spec 5: static addresses by ipmode, mobile where flagged).
 */
export const requiredWhen: Rule = {
  name: 'requiredWhen',
  whole: true,
  options: ['is', 'not'],
  check: (rows, { is, not }) =>
    rows.flatMap(([cell, condition]) => {
      if (!cell || !condition || isPresent(cell.value) || typeof cell.value === 'boolean') return [];
      const holds =
        is !== undefined
          ? listOf(is).includes(condition.value)
          : not !== undefined
            ? !listOf(not).includes(condition.value)
            : isPresent(condition.value);
      if (!holds) return [];
      return [{ pointer: cell.pointer, code: 'rule.requiredWhen.missing', params: { value: written([condition.value]) } }];
    }),
};
