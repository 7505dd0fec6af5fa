import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { objects } from '#tests/support/answers.ts';
import { settleAttention } from '#server/features/alarm/attention.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Client, COMPANY, companyOf, REGIONAL, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

const ALERTS = '/api/v1/mgr/alerts';
const CAUSES = '/api/v1/mgr/alertCauses';
const MANY = 10_000;
const A_TRANSACTION = 500;
const codes = ['link.loss', 'link.latency', 'bandwidth.low', 'system.cpu'] as const;

let server: TestServer;
let client: Client;
let company: string;
let sites: string[];

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  company = await companyOf(client);
  const { store, system, clock } = server.services;
  sites = (await system.ids(store.spec('Site'), { companyId: company })).toSorted();
  for (let at = 0; at < MANY; at += A_TRANSACTION)
    await system.write(async (tx) => {
      for (let index = at; index < at + A_TRANSACTION; index++)
        await tx.insert(store.spec('Alert'), {
          alertId: `al-load-${String(index).padStart(5, '0')}`,
          companyId: company,
          neId: sites[index % sites.length] ?? '',
          code: codes[index % codes.length] ?? '',
          name: 'Load',
          severity: index % codes.length === 3 ? 'Critical' : 'Warning',
          status: 'firing',
          attention: 'due',
          raisedAt: timestamp(clock.now() - index * 1000),
        });
    });
  await settleAttention(server.services, company);
}, 120_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.remove());

const due = { status: 'firing', attention: 'due' };
const causes = async (query: Record<string, string> = {}): Promise<Record<string, unknown>[]> => {
  const reply = await client.get(CAUSES, { query: { companyId: company, limit: '100', ...query } });
  expect(reply.status).toBe(200);
  return resultsOf(reply);
};
const total = async (query: Record<string, string>, by = client): Promise<number> =>
  Number((await by.get(ALERTS, { query: { companyId: company, limit: '1', ...query } })).body['total']);

describe('ten thousand alarms that fire', () => {
  test('are a line for each cause, which counts what its list holds', async () => {
    const found = await causes();
    expect(found.reduce((sum, { count }) => sum + Number(count), 0)).toBe(await total(due));
    for (const { code, count, sites: at, since, severity, siteIds } of found) {
      const list = await client.get(ALERTS, { query: { companyId: company, ...due, code: String(code), limit: '1000', sort: 'raisedAt' } });
      expect([code, list.body['total']]).toEqual([code, count]);
      const rows = objects(list.body['result']);
      expect([code, rows[0]?.['raisedAt']]).toEqual([code, since]);
      if (Number(count) > 1000) continue;
      expect([code, new Set(rows.flatMap(({ neId }) => neId ?? [])).size]).toEqual([code, at]);
      expect(rows.map((row) => row['severity'])).toContain(severity);
      expect(siteIds).toEqual([...new Set(rows.flatMap(({ neId }) => neId ?? []))].slice(0, 20));
    }
    const ranks = found.map(({ severity }) => ['Emergency', 'Critical', 'Warning'].indexOf(String(severity)));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test('what a cause explains is counted beside it, and in no cause of its own', async () => {
    const narrowed = { companyId: company, status: 'firing', attention: 'suppressed', limit: '1000' };
    const suppressed: Record<string, unknown>[] = [];
    for (let skip = 0; skip === suppressed.length; skip += 1000)
      suppressed.push(...objects((await client.get(ALERTS, { query: { ...narrowed, skip: String(skip) } })).body['result']));
    const parents = new Map(suppressed.map(({ alertId, suppressedBy }) => [alertId, suppressedBy]));
    const rootOf = (id: unknown): unknown => (parents.has(id) ? rootOf(parents.get(id)) : id);
    const asking = new Map<unknown, boolean>();
    for (const root of new Set([...parents.keys()].map(rootOf)))
      asking.set(root, (await client.get(`${ALERTS}/${String(root)}`)).body['attention'] === 'due');
    const explained = (await causes()).reduce((sum, cause) => sum + Number(cause['explained']), 0);
    expect(explained).toBe([...parents.keys()].filter((id) => asking.get(rootOf(id))).length);
    expect(explained).toBeGreaterThan(0);
  });

  test('are counted as far as the reader reaches, and narrowed by severity and site', async () => {
    const [one = ''] = sites;
    expect((await causes({ neId: one })).reduce((sum, { count }) => sum + Number(count), 0)).toBe(await total({ ...due, neId: one }));
    expect(new Set((await causes({ severity: 'Critical' })).map(({ severity }) => severity))).toEqual(new Set(['Critical']));
    const regional = await server.as(REGIONAL);
    const reached = resultsOf(await regional.get(CAUSES, { query: { companyId: company, limit: '100' } }));
    const own = await total(due, regional);
    expect(own).toBeLessThan(await total(due));
    expect(reached.reduce((sum, { count }) => sum + Number(count), 0)).toBe(own);
  });

  test('that one is acknowledged, muted or resolved has not all the others looked at', async () => {
    const pluck = vi.spyOn(server.services.system, 'pluck');
    for (let index = 0; index < 20; index++)
      expect((await client.post(`${ALERTS}/al-load-${String(index).padStart(5, '0')}/acknowledge`, {})).status).toBe(200);
    expect((await client.post(`${ALERTS}/al-load-00020/mute`, { minutes: 60 })).status).toBe(200);
    expect((await client.post(`${ALERTS}/al-load-00021/resolve`)).status).toBe(200);
    expect(pluck.mock.calls.filter(([spec]) => spec.name === 'Alert')).toEqual([]);
    expect(await total({ ...due, acknowledged: 'true' })).toBeGreaterThanOrEqual(20);
  });

  test('are looked at together without a write where nothing changed', async () => {
    await settleAttention(server.services, company);
    const write = vi.spyOn(server.services.system, 'write');
    await settleAttention(server.services, company);
    expect(write).not.toHaveBeenCalled();
  });
});
