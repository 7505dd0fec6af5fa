import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { type Field } from '#domain/model.ts';
import { loadContract, type Contract } from '#server/contract.ts';
import { FIRST } from '#server/seed/companies.ts';
import { demoWorld } from '#server/seed/demo-world.ts';
import { type Row, type World } from '#server/seed/world.ts';
import { itemSpecs, type ItemSpec, valuesAt } from '#server/store/item-spec.ts';

/** What an operator who opens any page of a fresh installation finds: a full table with everything that can occur. */
const NOW = Date.parse('2026-03-02T01:00:00Z');
const FULL = 25;

/** Resources of which there are fewer by nature, and why. */
const few: Readonly<Record<string, string>> = {
  ChannelTrade: 'three channels',
  Company: 'three companies of 60, 12 and 3 sites',
};

/** Values that no stored row of the demo has, and why. */
const absent: Readonly<Record<string, readonly string[]>> = {};

let contract: Contract;
let world: World;
let specs: Map<string, ItemSpec>;
beforeAll(() => {
  contract = loadContract(resolve(import.meta.dirname, '../../generated'));
  specs = itemSpecs(contract.resources.values());
  world = demoWorld({ now: NOW });
});

describe('the demo world', () => {
  test('every resource has a full table in the first company, or for everybody', () => {
    const thin = [...specs.values()]
      .filter((spec) => !spec.single && few[spec.name] === undefined)
      .flatMap((spec) => {
        const rows = rowsOf(spec);
        const own =
          spec.owner === undefined ? rows : rows.filter((row) => row[spec.owner ?? ''] === FIRST || row[spec.owner ?? ''] === undefined);
        return own.length >= FULL ? [] : [`${spec.name} has ${own.length}`];
      });
    expect(thin).toEqual([]);
  });

  test('every value of every enumeration occurs', () => {
    const missing = [...specs.values()].flatMap((spec) => {
      const rows = rowsOf(spec);
      return choicesOf(spec.fields).flatMap(({ path, values }) => {
        const found = new Set(rows.flatMap((row) => valuesAt(row, path)).map(String));
        const lost = values.filter((value) => !found.has(value) && !absent[`${spec.name}.${path}`]?.includes(value));
        return lost.length === 0 ? [] : [`${spec.name}.${path}: ${lost.join(', ')}`];
      });
    });
    expect(missing).toEqual([]);
  });

  test('the exceptions are none too many', () => {
    const full = Object.keys(few).filter((name) => rowsOf(specs.get(name)).length >= FULL);
    expect(full).toEqual([]);
  });
});

function rowsOf(spec: ItemSpec | undefined): Row[] {
  return world[spec?.name ?? ''] ?? [];
}

/** Closed enumerations of what is stored, in all depths and branches. */
function choicesOf(root: Field): { path: string; values: string[] }[] {
  const found = new Map<string, Set<string>>();
  const visit = (field: Field): void => {
    if (field.writeOnly) return;
    if (field.values && !field.open && field.path !== '') {
      const known = found.get(field.path) ?? new Set();
      for (const value of field.values) known.add(String(value));
      found.set(field.path, known);
    }
    for (const inner of [...(field.fields ?? []), ...(field.variants ?? [])]) visit(inner);
    if (field.items) visit(field.items.values && !field.items.path ? { ...field.items, path: `${field.path}[]` } : field.items);
  };
  visit(root);
  return [...found].map(([path, values]) => ({ path, values: [...values] }));
}
