import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Field } from '#domain/model.ts';
import { loadContract, type Contract } from '#server/kernel/contract.ts';
import { FIRST, SECOND } from '#server/simulator/world/tenancy/companies.ts';
import { demoWorld } from '#server/simulator/world/demo-world.ts';
import type { Row, World } from '#server/kernel/seeding/world.ts';
import { itemSpecs, type ItemSpec, valuesAt } from '#server/store/items/item-spec.ts';

/** What an operator who opens any page of a fresh installation finds: a full table with everything that can occur. */
const NOW = Date.parse('2026-03-02T01:00:00Z');
const FULL = 25;

/** Resources of which there are fewer by nature, and why. */
const few: Readonly<Record<string, string>> = {
  AlarmNotification: 'one by mail, two by webhooks',
  ScheduledChange: 'one of each end',
  MaintenanceWindow: 'two that are over, one under way and two to come',
  ChannelTrade: 'three channels',
  Company: 'three companies of 60, 12 and 3 sites',
};

/** Properties that the server works out when it answers; nothing of them is stored. */
const workedOut: Readonly<Record<string, readonly string[]>> = {
  User: ['freezes[].place'],
  AlarmConfiguration: ['watch'],
  ScheduledChange: ['configState'],
};

/** The company that keeps them, where it is not the first. */
const audited: Readonly<Record<string, string>> = { AuditLog: SECOND, DnsAudit: SECOND };

let contract: Contract;
let world: World;
let specs: Map<string, ItemSpec>;
beforeAll(() => {
  contract = loadContract(resolve(import.meta.dirname, '../../../generated'));
  specs = itemSpecs(contract.resources.values());
  world = demoWorld({ now: NOW });
});

describe('the demo world', () => {
  test('every resource has a full table in the first company that has its page, or for everybody', () => {
    const thin = [...specs.values()]
      .filter((spec) => !spec.single && few[spec.name] === undefined)
      .flatMap((spec) => {
        const rows = rowsOf(spec);
        const ownerOf = (row: Row): string => String(row[spec.owner ?? ''] ?? '');
        // audit records are kept by companies of one audit type only
        const first = audited[spec.name] ?? FIRST;
        const own = spec.owner === undefined ? rows : rows.filter((row) => ownerOf(row) === first || ownerOf(row) === '');
        return own.length >= FULL ? [] : [`${spec.name} has ${own.length}`];
      });
    expect(thin).toEqual([]);
  });

  test('a circuit across the border ends in the country of its far end', () => {
    const rows = rowsOf(specs.get('ComplianceResource'));
    const pops = new Map(rowsOf(specs.get('Pop')).map((pop) => [pop['id'], pop]));
    const [zones, regions] = ['BackboneAz', 'BackboneRegion'].map(
      (name) => new Map(rowsOf(specs.get(name)).map((row) => [row['id'], row])),
    );
    expect(rows.length).toBeGreaterThan(20);
    const wrong = rows.filter(({ overseasPopId, country }) => {
      const pop = pops.get(overseasPopId);
      return regions?.get(zones?.get(pop?.['zoneId'])?.['regionId'])?.['country'] !== country;
    });
    expect(wrong.map(({ name, country }) => [name, country])).toEqual([]);
  });

  test('every value of every enumeration occurs, every state in its own list', () => {
    const wanted = new Map<string, { where: string; values: string[]; found: Set<string> }>();
    for (const spec of specs.values()) {
      for (const { path, values, shared } of choicesOf(spec)) {
        const key = shared ? JSON.stringify(values) : `${spec.name}.${path}`;
        const entry = wanted.get(key) ?? { where: `${spec.name}.${path}`, values, found: new Set() };
        for (const value of rowsOf(spec).flatMap((row) => valuesAt(row, path))) entry.found.add(String(value));
        wanted.set(key, entry);
      }
    }
    const missing = [...wanted.values()].flatMap(({ where, values, found }) => {
      const lost = values.filter((value) => !found.has(value) && !byJobs.has(`${where} ${value}`));
      return lost.length === 0 ? [] : [`${where}: ${lost.join(', ')}`];
    });
    expect(missing).toEqual([]);
  });

  test('the exceptions are none too many', () => {
    const full = Object.keys(few).filter((name) => rowsOf(specs.get(name)).length >= FULL);
    expect(full).toEqual([]);
  });
});

/**
 * What is on its way is so by a job: a seed has none. The demo's devices can all be reached by its server, and of its
 * applications nothing fails to be measured.
 */
const byJobs = new Set([
  'Site.ztpStatus sending',
  'Site.configState running',
  'DeviceUpgrade.waitsFor network',
  'ScheduledChange.state scheduled',
  'ScheduledChange.state unconfirmed',
  ...['notConfigured', 'notConnected', 'neverReported', 'silent', 'failed'].map((gap) => `ApmTarget.gap ${gap}`),
]);

function rowsOf(spec: ItemSpec | undefined): Row[] {
  return world[spec?.name ?? ''] ?? [];
}

/** Closed enumerations of what is stored, in all depths and branches. States and what is drawn in tones must occur in every list. */
function choicesOf(spec: ItemSpec): { path: string; values: string[]; shared: boolean }[] {
  const found = new Map<string, { values: Set<string>; shared: boolean }>();
  const state = spec.resource.data?.states?.property;
  const visit = (field: Field, path = field.path): void => {
    if (field.writeOnly) return;
    if (field.values && !field.open && path !== '' && !workedOut[spec.name]?.includes(path)) {
      const known = found.get(path) ?? { values: new Set(), shared: path !== state && field.tone === undefined };
      for (const value of field.values) known.values.add(String(value));
      found.set(path, known);
    }
    for (const inner of [...(field.fields ?? []), ...(field.variants ?? [])]) visit(inner);
    if (field.items) visit(field.items, field.items.path || `${path}[]`);
  };
  visit(spec.fields);
  return [...found].map(([path, { values, shared }]) => ({ path, values: [...values], shared }));
}
