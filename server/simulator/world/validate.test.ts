import { asObject, texts } from '#domain/json.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';

import { isRunning } from '#domain/access/entrust.ts';
import { prune } from '#domain/document.ts';
import { inspectAddressSet } from '#domain/formats/address-set.ts';
import { formats } from '#domain/formats/registry.ts';
import type { Field, Json } from '#domain/model.ts';
import { runRules } from '#domain/rules/registry.ts';
import type { SchemaError } from '#domain/causes.ts';
import { loadContract, type Contract } from '#server/kernel/contract.ts';
import { FIRST, NORTH, SECOND, THIRD } from '#server/simulator/world/tenancy/companies.ts';
import { demoWorld } from '#server/simulator/world/demo-world.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import type { Row, World } from '#server/kernel/seeding/world.ts';
import { itemSpecs, valuesAt } from '#server/store/items/item-spec.ts';

const generated = resolve(import.meta.dirname, '../../../generated');
const NOW = Date.parse('2026-03-02T01:00:00Z');
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
for (const format of Object.values(formats)) {
  ajv.addFormat(format.name, { type: 'string', validate: (text: string) => format.check(text) === undefined });
}
let contract: Contract;

beforeAll(() => {
  contract = loadContract(generated);
  ajv.addSchema({ $id: 'contract', ...contract.document });
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

  test('every row, as answered, is what its schema says', () => {
    expect(
      everyRow(world, (name, row) => unlike(name, contract.resources.get(name)?.data?.record ? row : { ...row, revision: 1 })),
    ).toEqual([]);
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
  const world = demoWorld({ now: NOW });
  const first = (name: string): Row[] => (world[name] ?? []).filter((row) => (row['companyId'] ?? row['company']) === FIRST);
  const different = (rows: Row[], property: string): Set<Json | undefined> => new Set(rows.map((row) => row[property]));

  test('is the same whenever it is built', () => {
    expect(demoWorld({ now: NOW })).toEqual(world);
  });

  test('has every resource that the contract stores', () => {
    expect(new Set(Object.keys(world))).toEqual(new Set(itemSpecs(contract.resources.values()).keys()));
  });

  test('has three companies of each audit type, two channels, 60 + 12 + 3 sites', () => {
    expect(world['Company']?.map((row) => row['auditType'])).toEqual(['third', 'custom', 'none']);
    expect(world['ChannelTrade']).toHaveLength(2);
    expect(different(world['Company'] ?? [], 'channelTradeId')).toEqual(new Set([NORTH, undefined]));
    const owners = (world['Site'] ?? []).map((row) => row['companyId']);
    expect([FIRST, SECOND, THIRD].map((id) => owners.filter((owner) => owner === id).length)).toEqual([60, 12, 3]);
  });

  test.each(['Region', 'Role', 'User', 'Entrust', 'Tag', 'Site', 'Device', 'AddressSet', 'AdvancedFirewallRule', 'Alert'])(
    'has more than a page of %s in the first company',
    (name) => expect(first(name).length).toBeGreaterThanOrEqual(25),
  );

  test('shows every state, mode and strategy', () => {
    const values = (name: string, property: string): Set<Json | undefined> => {
      const field = schemaOf(name).fields?.find((each) => each.name === property);
      return new Set(field?.values);
    };
    const shown: [string, string][] = [
      ['Site', 'deployMode'],
      ['Site', 'siteMode'],
      ['Site', 'serviceStatus'],
      ['Site', 'leaseStatus'],
      ['Device', 'state'],
      ['AdvancedFirewallRule', 'strategy'],
      ['Alert', 'severity'],
      ['Alert', 'status'],
      ['Tag', 'type'],
      ['Entrust', 'status'],
    ];
    for (const [name, property] of shown) expect(different(first(name), property), `${name} ${property}`).toEqual(values(name, property));
    // a configuration that is on its way is so by a job, not by a seed
    const states = [...values('Site', 'configState')].filter((state) => state !== 'running');
    expect(different(first('Site'), 'configState')).toEqual(new Set(states));
    expect(different(world['Tag'] ?? [], 'scope')).toEqual(values('Tag', 'scope'));
    const kinds = first('AdvancedFirewallRule').map((row) => asObject(row['timeRange'])['kind']);
    expect(new Set(kinds)).toEqual(new Set(['weekday', 'monthday', 'dates', undefined]));
    const routing = first('Site').map((row) => asObject(row['dynamicRoute'])['protocol']);
    expect(new Set(routing)).toEqual(new Set(['disabled', 'ospf', 'bgp']));
  });

  test('has a large address set without duplicates or overlaps', () => {
    const large = first('AddressSet').find((row) => texts(row['rules']).length === 20_000);
    const report = inspectAddressSet(texts(large?.['rules']));
    expect(report).toMatchObject({ count: 20_000, errors: [], duplicates: [], overlaps: [] });
  });

  test('has the promised accounts; delegate@ holds a delegation that runs', () => {
    const accounts = new Map((world['User'] ?? []).map((row) => [row['username'], row]));
    for (const name of ['super', 'global', 'channel', 'company', 'viewer', 'regional', 'delegate']) {
      expect(accounts.get(`${name}@demo.example`), name).toMatchObject({ password: 'Demo1234', enable: true });
    }
    expect(accounts.get('admin')).toMatchObject({ password: 'Demo1234', accountType: 'superAdmin' });
    const running = first('Entrust').filter(
      (row) => row['status'] === 'running' && isRunning({ startTime: String(row['startTime']), endTime: String(row['endTime']) }, NOW),
    );
    expect(running.map((row) => row['delegateTo'])).toContain('delegate@demo.example');
  });

  test('takes ten thousand sites of two hundred companies', () => {
    const large = demoWorld({ now: NOW, companies: 200, sites: 10_000 });
    expect([large['Company']?.length, large['Site']?.length]).toEqual([200, 10_000]);
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

/** What the operation that takes such a row finds wrong; resources that nobody writes have none. */
function invalid(name: string, row: Row): string[] {
  const resource = contract.resources.get(name);
  const { create = [], update = [] } = resource?.operations ?? {};
  const takers = [...create, ...update];
  const taker = takers.find(({ body }) => body?.schema === name || body?.schema === resource?.item) ?? takers[0];
  const validate = taker && contract.operations.get(taker.id)?.validate;
  if (!validate || isDefaultAccount(row) || validate(prune(schemaOf(name), row, 'create'))) return [];
  return described(validate.errors);
}

function unlike(name: string, row: Row): string[] {
  const validate = ajv.getSchema(`contract#/components/schemas/${name}`);
  if (!validate) return ['no schema'];
  return isDefaultAccount(row) || validate(row) ? [] : described(validate.errors);
}

/** It is no e-mail address: that is what it has to change. */
function isDefaultAccount(row: Row): boolean {
  return row['username'] === 'admin';
}

function described(errors: readonly SchemaError[] | null | undefined): string[] {
  return (errors ?? []).map((error) => `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`);
}
