import { texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { categoryOf } from '#domain/packets/applications.ts';
import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { simulateFlows } from '#server/simulator/flow-job.ts';
import { ruleTables } from '#server/features/policy/rule-tables.ts';
import { nodeAt } from '#tests/spec/contract.ts';

let server: TestServer;
let client: Client;
let base: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  base = `/api/v1/companies/${await companyOf(client)}`;
});
afterAll(() => server.remove());

const any = { kind: 'any' };
const tables = texts(nodeAt('schemas/values/rule-table-name.yaml#/enum'));

async function made(resource: string, body: Record<string, unknown>): Promise<string> {
  const reply = await client.post(`${base}/${resource}`, body);
  expect(reply).toMatchObject({ status: 201 });
  return String(reply.body['id'] ?? reply.body['ruleId']);
}

/** What one table says of a packet. */
async function trace(table: string, packet: Record<string, unknown>): Promise<Record<string, unknown>> {
  const reply = await client.post(`${base}/packetTest`, {
    tables: [table],
    source: '10.99.0.9',
    destination: '192.0.2.9',
    protocol: 6,
    ...packet,
  });
  expect(reply.status).toBe(200);
  return resultsOf(reply)[0] ?? {};
}

describe('which rule matches this packet', () => {
  test('by the first that fits, with why the others do not', async () => {
    const set = await made('addressSets', { name: 'tested-set', rules: ['192.0.2.0/24', 'shop.example'] });
    const at = (priority: number, name: string, more: Record<string, unknown>) => ({
      name,
      priority,
      strategy: 'DROP',
      source: any,
      destination: any,
      ...more,
    });
    const existing = resultsOf(await client.get(`${base}/aclRules`, { query: { limit: '1000' } }));
    for (const row of existing) await client.delete(`${base}/aclRules/${String(row['id'])}`, { ifMatch: '*' });
    await made('aclRules', at(1, 'Off', { enable: false }));
    await made('aclRules', at(2, 'Udp', { protocol: 17 }));
    await made(
      'aclRules',
      at(3, 'Nights', { timeRange: { kind: 'weekday', weekdays: [1, 2, 3, 4, 5, 6, 7], startTime: '22:00', endTime: '23:00' } }),
    );
    const found = await made(
      'aclRules',
      at(4, 'By set', { strategy: 'REJECT', protocol: 6, dstPorts: '443', destination: { kind: 'addressSet', addressSet: set } }),
    );
    await made('aclRules', at(5, 'Rest', {}));
    expect(await trace('acl', { dstPort: 443, srcPort: 40_000, at: '2026-03-02T01:00:00Z' })).toMatchObject({
      table: 'acl',
      ruleId: found,
      ruleName: 'By set',
      priority: 4,
      outcome: 'REJECT',
      steps: [{ mismatch: 'disabled' }, { mismatch: 'protocol' }, { mismatch: 'time' }, { ruleId: found }],
    });
    // 22:30 in Shanghai
    expect(await trace('acl', { dstPort: 443, at: '2026-03-02T14:30:00Z' })).toMatchObject({ ruleName: 'Nights' });
    expect(await trace('acl', { dstPort: 80, at: '2026-03-02T01:00:00Z' })).toMatchObject({ ruleName: 'Rest' });
    // without a rule: denied by a firewall, left alone by translation
    const rest = resultsOf(await client.get(`${base}/aclRules`)).find((row) => row['name'] === 'Rest');
    await client.delete(`${base}/aclRules/${String(rest?.['id'])}`, { ifMatch: '*' });
    const denied = await trace('acl', { dstPort: 80, at: '2026-03-02T01:00:00Z' });
    expect(denied).toMatchObject({ outcome: 'DROP', steps: { length: 4 } });
    expect(denied).not.toHaveProperty('ruleId');
    const zone = await made('zones', { name: 'tested_zone', kind: 'lan', interZone: 'REJECT', intraZone: 'ACCEPT' });
    expect(await trace('acl', { dstPort: 80, at: '2026-03-02T01:00:00Z', srcZone: zone })).toMatchObject({ outcome: 'REJECT' });
    expect(await trace('acl', { dstPort: 80, at: '2026-03-02T01:00:00Z', srcZone: zone, dstZone: zone })).toMatchObject({
      outcome: 'ACCEPT',
    });
    expect(await trace('dnat', { destination: '198.51.100.251', dstPort: 1 })).not.toHaveProperty('outcome');
  });

  test('NAT by its addresses and ports, applications by group', async () => {
    await made('dnatRules', {
      name: 'Tested in',
      priority: 1,
      protocol: 6,
      extIp: '192.0.2.77',
      extPort: '8443',
      intIp: '10.1.0.80',
      intPort: '443',
    });
    expect(await trace('dnat', { destination: '192.0.2.77', dstPort: 8443 })).toMatchObject({
      ruleName: 'Tested in',
      outcome: '10.1.0.80:443',
    });
    const group = await made('applicationGroups', { name: 'Tested group', categories: ['meeting'], domains: ['own.example'] });
    await made('applicationFirewallRules', {
      name: 'Tested apps',
      priority: 1,
      strategy: 'ACCEPT',
      groupIds: [group],
      source: { kind: 'address', addresses: ['10.99.0.0/16'] },
      destination: any,
    });
    expect(await trace('applicationFirewall', { application: 'zoom' })).toMatchObject({ ruleName: 'Tested apps' });
    expect(await trace('applicationFirewall', { domain: 'www.own.example' })).toMatchObject({ ruleName: 'Tested apps' });
    expect(await trace('applicationFirewall', { application: 'steam' })).not.toMatchObject({ ruleName: 'Tested apps' });
  });

  test('every table that one may read, of one’s own company, and nothing else', async () => {
    const all = await client.post(`${base}/packetTest`, { source: '10.0.0.1', destination: '10.0.0.2', protocol: 1 });
    expect(resultsOf(all).map((each) => each['table'])).toEqual(tables);
    const boss = await server.as(SUPER);
    const other = await companyOf(boss, 1);
    expect(
      (await client.post(`/api/v1/companies/${other}/packetTest`, { source: '10.0.0.1', destination: '10.0.0.2', protocol: 1 })).status,
    ).toBe(403);
    const viewer = await server.as(VIEWER);
    const seen = await viewer.post(`${base}/packetTest`, { source: '10.0.0.1', destination: '10.0.0.2', protocol: 1 });
    const readable = await Promise.all(
      [
        ['aclRules', 'acl'],
        ['rateLimitRules', 'rateLimit'],
        ['policyRoutes', 'policyRoute'],
      ].map(async ([path, table]) => ((await viewer.get(`${base}/${path}`)).status === 200 ? [table] : [])),
    );
    const names = seen.status === 200 ? resultsOf(seen).map((each) => each['table']) : [];
    expect(names.filter((name) => ['acl', 'policyRoute', 'rateLimit'].includes(String(name)))).toEqual(readable.flat());
    expect((await client.post(`${base}/packetTest`, { source: '10.0.0.1/8', destination: '10.0.0.2', protocol: 1 })).status).toBe(422);
  });
});

describe('rules that never decide', () => {
  test('shadowed by one that says the same, conflicting with one that says otherwise', async () => {
    const limit = (name: string, priority: number, more: Record<string, unknown>) => ({
      name,
      priority,
      rateIn: 1,
      rateOut: 1,
      source: any,
      destination: any,
      ...more,
    });
    const existing = resultsOf(await client.get(`${base}/rateLimitRules`, { query: { limit: '1000' } }));
    for (const row of existing) await client.delete(`${base}/rateLimitRules/${String(row['id'])}`, { ifMatch: '*' });
    await made('rateLimitRules', limit('Wide', 1, { protocol: 6, source: { kind: 'address', addresses: ['10.0.0.0/8'] } }));
    await made('rateLimitRules', limit('Same', 2, { protocol: 6, source: { kind: 'address', addresses: ['10.1.0.0/16'] } }));
    await made('rateLimitRules', limit('Other', 3, { protocol: 6, source: { kind: 'address', addresses: ['10.2.0.1'] }, rateIn: 9 }));
    await made('rateLimitRules', limit('Wider', 4, { protocol: 6, source: { kind: 'address', addresses: ['10.0.0.0/7'] } }));
    const reply = await client.get(`${base}/ruleFindings`, { query: { table: ['rateLimit'] } });
    expect(reply.body).toMatchObject({
      total: 2,
      results: [
        { kind: 'shadowed', ruleName: 'Same', position: 2, byRuleName: 'Wide', byPriority: 1, byPosition: 1 },
        { kind: 'conflicting', ruleName: 'Other', byRuleName: 'Wide' },
      ],
    });
  });
});

test('the contract and the server know the same tables', () => {
  for (const name of ['packetTest/post', 'ruleFindings/get'])
    expect(nodeAt(`openapi/paths/rule-check.yaml#/${name}/x-ui/ruleTrace/rows`)).toEqual(
      Object.fromEntries(Object.entries(ruleTables).map(([table, { resource }]) => [table, resource])),
    );
});

describe('hit counters', () => {
  test('go up as flows pass, without a revision', async () => {
    const hits = async () => {
      const rows = await Promise.all(
        ['advancedFirewallRules', 'policyRoutes', 'snatRules', 'aclRules'].map(async (path) =>
          resultsOf(await client.get(`${base}/${path}`, { query: { limit: '1000' } })),
        ),
      );
      return rows
        .flat()
        .map((row) => ({ hits: Number(row['hits'] ?? 0), revision: Number(row['revision']), at: String(row['lastHitAt'] ?? '') }));
    };
    const before = await hits();
    await simulateFlows(server.services);
    for (let minute = 0; minute < 3; minute++) {
      server.clock.advance(61_000);
      await server.services.jobs.runDue();
    }
    const after = await hits();
    const sum = (rows: { hits: number }[]) => rows.reduce((total, row) => total + row.hits, 0);
    expect(sum(after)).toBeGreaterThan(sum(before));
    expect(after.map((row) => row.revision)).toEqual(before.map((row) => row.revision));
    expect(after.some((row) => row.at.startsWith('2026-03-02T01:0'))).toBe(true);
  });

  test('every known application is of a kind that rules can name', () => {
    const applications = texts(nodeAt('schemas/values/application.yaml#/enum'));
    const categories = texts(nodeAt('schemas/values/app-category.yaml#/enum'));
    expect(applications.filter((application) => !categories.includes(categoryOf(application) ?? ''))).toEqual([]);
  });
});
