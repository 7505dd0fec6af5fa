import { ascending } from '#domain/rules/ascending.ts';
import { listOf } from '#domain/rules/cells.ts';
import { countByMode, maxCount } from '#domain/rules/count.ts';
import { differ } from '#domain/rules/differ.ts';
import { disjointSubnets } from '#domain/rules/disjoint-subnets.ts';
import { equal } from '#domain/rules/equal.ts';
import { forbiddenValues } from '#domain/rules/forbidden-values.ts';
import { lanModes } from '#domain/rules/lan-modes.ts';
import { portOrder } from '#domain/rules/port-order.ts';
import { atLeastOne, exactlyOne, requiredWhen, requiresOneOf } from '#domain/rules/presence.ts';
import { disjointRanges, inRange, notInRange } from '#domain/rules/range.ts';
import type { Rule, Violation } from '#domain/rules/rule.ts';
import { sameSize } from '#domain/rules/same-size.ts';
import { sameSubnet } from '#domain/rules/same-subnet.ts';
import { subsetOf } from '#domain/rules/subset-of.ts';
import { unique } from '#domain/rules/unique.ts';
import { usableAddress } from '#domain/rules/usable-address.ts';
import { overlaps } from '#domain/pointer.ts';
import { type Located, selectRows } from '#domain/select.ts';

/** One entry of `x-ui.rules`. */
export type RuleUse = {
  use: string;
  over: readonly string[];
  with?: Record<string, unknown>;
  level?: Level;
  code?: string;
};

/** error refuses; confirm asks once and then accepts; warn only tells. */
export type Level = 'error' | 'confirm' | 'warn';

const all: readonly Rule[] = [
  ascending,
  atLeastOne,
  countByMode,
  differ,
  disjointRanges,
  disjointSubnets,
  equal,
  exactlyOne,
  forbiddenValues,
  inRange,
  lanModes,
  maxCount,
  notInRange,
  portOrder,
  requiredWhen,
  requiresOneOf,
  sameSize,
  sameSubnet,
  subsetOf,
  unique,
  usableAddress,
];

/** Every rule that a schema may use, by name. */
export const rules: Readonly<Record<string, Rule>> = Object.fromEntries(all.map((rule) => [rule.name, rule]));

/** The keys that `with` may have for a rule, `when` among them; undefined for an unknown rule. */
export function ruleOptions(use: string): readonly string[] | undefined {
  return Object.hasOwn(rules, use) ? [...(rules[use]?.options ?? []), 'when'] : undefined;
}

/**
 * What a document breaks of the rules of its schema, rule by rule. Every rule understands `with: {when: {path: values}}`:
 * it holds only while each path of the document has one of the values. Places that are `wrong` already have been told:
 * no rule says anything of them, or anything that might be otherwise if they were right.
 */
export function runRules(uses: readonly RuleUse[], doc: unknown, wrong: readonly string[] = []): (Violation & { level: Level })[] {
  return uses.flatMap(({ use, over, with: options = {}, level = 'error', code }) => {
    const rule = Object.hasOwn(rules, use) ? rules[use] : undefined;
    if (!rule) throw new Error(`Unknown rule: ${use}`);
    if (isTouched(conditionCells(options['when'], doc), wrong) || !isActive(options['when'], doc)) return [];
    const rows = selectRows(doc, over);
    const sound = wrong.length === 0 ? rows : rows.filter((row) => !isTouched(row, wrong));
    if (rule.whole && sound.length < rows.length) return [];
    return rule.check(sound, options, doc).map((violation) => ({ ...violation, code: code ?? violation.code, level }));
  });
}

/** Whether one of the cells is, holds or lies in one of the places. */
function isTouched(cells: readonly Located[], places: readonly string[]): boolean {
  return cells.some(({ pointer }) => places.some((place) => overlaps(pointer, place)));
}

function conditionCells(when: unknown, doc: unknown): Located[] {
  return Object.keys(when ?? {}).flatMap((path) => selectRows(doc, [path]).flat());
}

function isActive(when: unknown, doc: unknown): boolean {
  return Object.entries(when ?? {}).every(([path, values]) => {
    const rows = selectRows(doc, [path]);
    return rows.some((row) => row.some(({ value }) => listOf(values).includes(value)));
  });
}
