import { describe, expect, test } from 'vitest';
import { runRules } from '#domain/rules/registry.ts';
import { rulesOf } from '#tests/spec/contract-parts.ts';
import { nodeAt, propertyAt } from '#tests/spec/contract.ts';

type Shape = Record<string, unknown>;

const entity = (name: string): string => `schemas/entities/${name}.yaml`;

function expectShapes(schema: string, shapes: Record<string, Shape>): void {
  for (const [path, shape] of Object.entries(shapes))
    expect([path, propertyAt(entity(schema), path)]).toEqual([path, expect.objectContaining(shape)]);
}

function brokenIn(schema: string, doc: unknown): string[] {
  return runRules(rulesOf(entity(schema)), doc).map(({ pointer, code }) => `${pointer} ${code}`);
}

const FIVE_TUPLE = ['protocol', 'source', 'destination', 'srcPorts', 'dstPorts'];

describe('policy, routing, rate limits, NAT and zones of sections 3, 5 and 9', () => {
  test('policy rule tag, rule, template, scenario, strategy application', () => {
    expectShapes('policy-rule-tag', { name: { maxLength: 40 }, remark: { maxLength: 200 } });
    expectShapes('policy-rule', {
      priority: { minimum: 1, maximum: 30_000 },
      domains: { minItems: 0, maxItems: 64, items: expect.objectContaining({ format: 'domain', maxLength: 64 }) },
      egressType: { enum: ['dedicateIp', 'outGroup', 'line2', 'singleOut', 'wanGroup', 'proxy'] },
      routePreference: { enum: [1, 3] },
      hiddenFrom: { items: expect.objectContaining({ enum: ['global', 'channel', 'company'] }) },
    });
    expectShapes('policy-template', { ruleIds: { type: 'array', minItems: 1 } });
    expectShapes('policy-scenario', { templateIds: { type: 'array', minItems: 1 }, conditions: { type: 'array' } });
    expectShapes('strategy-application', {
      kind: { enum: ['scenario', 'template'] },
      siteIds: { type: 'array' },
      version: { readOnly: true },
    });
  });

  test('routing table and policy route', () => {
    expectShapes('route-table', {
      name: { type: 'string' },
      tableId: { type: 'integer', minimum: 300, maximum: 65_535 },
      priority: { minimum: 1, maximum: 2048 },
      'entries[].nextHop': { default: '{ip}' },
      'entries[].dstInterface': { default: 'tun1' },
    });
    expect(nodeAt(`${entity('route-table')}#/x-data/unique`)).toContainEqual(['companyId', 'tableId']);
    expectShapes('policy-route', {
      priority: { minimum: 1, maximum: 2048 },
      dstInterface: { default: 'tun1' },
      nextHop: { default: '{ip}' },
      metric: { type: 'integer', minimum: 0, maximum: 65_535 },
      fwMark: { format: 'fwmark' },
    });
    for (const name of FIVE_TUPLE) expect([name, propertyAt(entity('policy-route'), name)]).toEqual([name, expect.any(Object)]);
    for (const metric of [100, 500, 600]) {
      expect(brokenIn('policy-route', { metric })).toEqual(['/metric rule.forbiddenValues.forbidden']);
      expect(brokenIn('route-table', { entries: [{ metric }] })).toEqual(['/entries/0/metric rule.forbiddenValues.forbidden']);
    }
    expect(brokenIn('policy-route', { metric: 101 })).toEqual([]);
  });

  test('rate limit', () => {
    const rate = { type: 'integer', minimum: 0, maximum: 10_000, default: 0, description: '0 means unlimited.' };
    expectShapes('rate-limit-rule', {
      name: { minLength: 2, maxLength: 96 },
      mode: { enum: ['shared', 'perIp'] },
      rateIn: rate,
      rateOut: rate,
      priority: { minimum: 1, maximum: 1000 },
      srcPorts: { format: 'port-list' },
      dstPorts: { format: 'port-list' },
      state: { enum: ['issued', 'refreshed'] },
    });
  });

  test('SNAT and DNAT', () => {
    for (const kind of ['snat-rule', 'dnat-rule'])
      expectShapes(kind, {
        name: { maxLength: 20 },
        priority: { minimum: 1, maximum: 1000 },
        extIp: { format: 'ip-or-star' },
        extPort: { format: 'port-or-star' },
        intIp: { format: 'ip-or-star' },
        intPort: { format: 'port-or-star' },
        srcZone: { type: 'string' },
        dstZone: { type: 'string' },
      });
  });

  test('zone', () => {
    expectShapes('zone', { name: { maxLength: 11, format: 'zone-name' }, interfaces: { type: 'array' } });
    expect(nodeAt(`${entity('zone')}#/x-data/unique`)).toContainEqual(['companyId', 'name']);
  });

  test('firewall rules of every page have the fields of a firewall rule', () => {
    for (const schema of ['advanced-firewall-rule', 'acl-rule', 'application-firewall-rule'])
      expectShapes(schema, {
        priority: { minimum: 1, maximum: 2048 },
        strategy: { enum: ['ACCEPT', 'REJECT', 'DROP'] },
        'source.invert': { type: 'boolean' },
        'timeRange.kind': { enum: ['weekday', 'monthday', 'dates'] },
      });
    for (const name of FIVE_TUPLE) expect([name, propertyAt(entity('acl-rule'), name)]).toEqual([name, expect.any(Object)]);
    expectShapes('application-firewall-rule', { applications: { type: 'array' }, categories: { type: 'array' } });
  });
});
