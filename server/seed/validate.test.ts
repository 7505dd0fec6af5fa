import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { visibleFields } from '#domain/condition.ts';
import { prune } from '#domain/document.ts';
import { type Field, type Json } from '#domain/model.ts';
import { runRules } from '#domain/rules/registry.ts';
import { loadContract, type Contract } from '#server/contract.ts';
import { demoWorld } from '#server/seed/demo-world.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import { type Row, type World } from '#server/seed/world.ts';
import { itemSpecs, valuesAt } from '#server/store/item-spec.ts';

const generated = resolve(import.meta.dirname, '../../generated');
const NOW = Date.parse('2026-03-02T01:00:00Z');
let contract: Contract;

beforeAll(async () => {
  contract = await loadContract(generated);
});

const worlds: [string, () => World][] = [
  ['demo world', () => demoWorld({ now: NOW })],
  ['demo world of 20 companies and 300 sites', () => demoWorld({ now: NOW, companies: 20, sites: 300 })],
  ['world of the examples', () => examplesWorld(JSON.parse(readFileSync(join(generated, 'openapi.json'), 'utf8')))],
];

describe.each(worlds)('%s', (_, build) => {
  let world: World;
  beforeAll(() => {
    world = build();
  });

  test('every row is what its create (else its update) would accept', () => {
    expect(everyRow(world, invalid)).toEqual([]);
  });

  test('no row has a property that its schema does not know as things stand', () => {
    expect(everyRow(world, (name, row) => unknownKeys(schemaOf(name), row, ''))).toEqual([]);
  });

  test('every row has its key and its stamps, and no revision', () => {
    const missing = everyRow(world, (name, row) => {
      const resource = contract.resources.get(name);
      if (row['revision'] !== undefined) return ['has a revision'];
      if (resource?.settings) return [];
      const known = new Set(schemaOf(name).fields?.map((field) => field.name));
      return [resource?.id ?? '', 'createdAt', 'updatedAt'].filter((property) => known.has(property) && typeof row[property] !== 'string');
    });
    expect(missing).toEqual([]);
  });

  test('every row keeps the rules of its schema', () => {
    const broken = everyRow(world, (name, row) =>
      runRules(contract.resources.get(name)?.rules ?? [], row)
        .filter(({ level }) => level === 'error')
        .map(({ pointer, code }) => `${pointer} ${code}`),
    );
    expect(broken).toEqual([]);
  });

  test('every reference leads to a row', () => {
    const specs = itemSpecs(contract.resources.values());
    const keys = new Map<string, Set<Json | undefined>>();
    const keysOf = (target: string, value: string): Set<Json | undefined> => {
      const known = keys.get(`${target} ${value}`) ?? new Set((world[target] ?? []).map((row) => row[value]));
      keys.set(`${target} ${value}`, known);
      return known;
    };
    const dangling = everyRow(world, (name, row) => {
      const spec = specs.get(name);
      const owner =
        spec?.owner === undefined || spec.owner === spec.id ? [] : [{ path: spec.owner, target: 'Company', value: 'companyId' }];
      return [...(spec?.refs ?? []), ...owner].flatMap(({ path, target, value }) =>
        valuesAt(row, path)
          .filter((each) => !keysOf(target, value ?? specs.get(target)?.id ?? 'id').has(each))
          .map((each) => `${path} ${JSON.stringify(each)}`),
      );
    });
    expect(dangling).toEqual([]);
  });

  test('what is unique occurs once', () => {
    for (const [name, rows] of Object.entries(world)) {
      const { id, data } = contract.resources.get(name) ?? { id: 'id' };
      for (const set of [[id], ...(data?.unique ?? [])]) {
        const complete = rows.filter((row) => set.every((path) => path === data?.owner || (row[path] !== undefined && row[path] !== '')));
        const texts = complete.map((row) => JSON.stringify(set.map((path) => row[path] ?? null)));
        const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
        expect(twice, `${name} ${set.join()}`).toEqual([]);
      }
    }
  });

  test('a resource stands after those it refers to', () => {
    const names = Object.keys(world);
    for (const spec of itemSpecs(contract.resources.values()).values()) {
      for (const { target } of spec.refs.filter((ref) => ref.target !== spec.name)) {
        expect(names.indexOf(target), `${target} before ${spec.name}`).toBeLessThan(names.indexOf(spec.name));
      }
    }
  });
});

describe('demo world', () => {
  test('is the same whenever it is built', () => {
    expect(demoWorld({ now: NOW })).toEqual(demoWorld({ now: NOW }));
  });

  test('has every resource that the contract stores', () => {
    expect(new Set(Object.keys(demoWorld({ now: NOW })))).toEqual(new Set(itemSpecs(contract.resources.values()).keys()));
  });
});

/** What a check finds, each with the row it is about. */
function everyRow(world: World, check: (resource: string, row: Row) => string[]): string[] {
  return Object.entries(world).flatMap(([name, rows]) =>
    rows.flatMap((row) =>
      check(name, row).map((finding) => `${name} ${String(row[contract.resources.get(name)?.id ?? 'id'])}: ${finding}`),
    ),
  );
}

function schemaOf(name: string): Field {
  const resource = contract.resources.get(name);
  const field = resource?.schemas[resource.name] ?? resource?.schemas[resource.item];
  if (!field) throw new Error(`The contract has no ${name}`);
  return field;
}

function invalid(name: string, row: Row): string[] {
  const { create = [], update = [] } = contract.resources.get(name)?.operations ?? {};
  const schema = schemaOf(name);
  const taker =
    [...create, ...update].find(({ body }) => body?.schema === name || body?.schema === contract.resources.get(name)?.item) ??
    create[0] ??
    update[0];
  const validate = taker && contract.operations.get(taker.id)?.validate;
  // the default account is no e-mail address: that is what it has to change
  if (!validate || row['username'] === 'admin') return taker ? [] : ['nothing takes it'];
  if (validate(prune(schema, row, 'create'))) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`);
}

function unknownKeys(field: Field, value: Json | undefined, pointer: string): string[] {
  if (Array.isArray(value))
    return field.items ? value.flatMap((each, index) => unknownKeys(field.items as Field, each, `${pointer}/${index}`)) : [];
  if (value === null || typeof value !== 'object' || field.kind !== 'object' || !field.fields) return [];
  const fields = new Map(visibleFields(field, value).map((each) => [each.name, each]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = fields.get(name);
    return known ? unknownKeys(known, inner, `${pointer}/${name}`) : [`${pointer}/${name} unknown`];
  });
}
