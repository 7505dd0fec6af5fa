import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  CHANNEL,
  type Client,
  COMPANY,
  companyOf,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
} from '#tests/server/harness.ts';

type Row = Record<string, unknown>;

const MINUTE = 60_000;
let server: TestServer;
let boss: Client;
let channel: Client;
let own: string;
let other: string;
let online: string;
let offline: string;

beforeAll(async () => {
  server = await testServer();
  await enter();
  const [first, second] = resultsOf(await channel.get('/api/v1/companies', { query: { view: 'list' } }));
  [own, other] = [String(first?.['companyId']), String(second?.['companyId'])];
  const device = async (state: string) =>
    String(resultsOf(await boss.get(`/api/v1/companies/${own}/devices`, { query: { state: [state] } }))[0]?.['siteId']);
  [online, offline] = [await device('ONLINE'), await device('OFFLINE')];
});
afterAll(() => server.remove());

/** A session lasts half an hour. */
async function enter(): Promise<void> {
  boss = await server.as(SUPER);
  channel = await server.as(CHANNEL);
}
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    server.clock.advance(1000);
    await server.services.jobs.runDue();
  }
  await enter();
}
const id = (reply: Reply): string => {
  expect([reply.status, reply.body['errors']]).toEqual([201, undefined]);
  return String(reply.body['id']);
};
let number = 0;
const business = (more: Row = {}): Row => ({
  companyId: own,
  name: `Business ${++number}`,
  kind: 'office',
  purpose: 'Meetings',
  siteIds: [online],
  ...more,
});
const circuit = (more: Row = {}): Row => ({
  companyId: own,
  name: `Circuit ${++number}`,
  kind: 'iepl',
  isp: 'telecom',
  bandwidth: 10,
  licenceNumber: `L-${++number}`,
  startDate: '2026-01-01',
  endDate: '2027-01-01',
  ...more,
});

describe('declared business', () => {
  const path = '/api/v1/complianceBusinesses';

  test('is approved for a time, ends by itself, and can be applied for again', async () => {
    const made = id(await channel.post(path, business()));
    expect((await channel.get(`${path}/${made}`)).body).toMatchObject({ state: 'applied', appliedAt: '2026-03-02T01:00:00Z' });
    const approval = { filingNumber: 'F-1', validUntil: '2026-03-02T01:10:00Z' };
    expect((await channel.post(`${path}/${made}/approve`, approval)).body).toMatchObject({
      state: 'approved',
      filingNumber: 'F-1',
      decidedBy: CHANNEL,
    });
    expect(await channel.post(`${path}/${made}/approve`, approval)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    const second = id(await channel.post(path, business()));
    expect(await channel.post(`${path}/${second}/approve`, approval)).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/filingNumber' }] },
    });
    await pass(11 * MINUTE);
    expect((await channel.get(`${path}/${made}`)).body).toMatchObject({ state: 'expired' });
    expect((await channel.post(`${path}/${made}/submit`)).body).toMatchObject({ state: 'applied' });
    expect((await channel.post(`${path}/${made}/reject`, { reason: 'Documents missing' })).body).toMatchObject({
      state: 'rejected',
      reason: 'Documents missing',
    });
  });

  test('names sites and circuits of its own company only', async () => {
    const foreign = resultsOf(await boss.get(`/api/v1/companies/${other}/sites`))[0];
    expect(await channel.post(path, business({ siteIds: [online, foreign?.['siteId']] }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/siteIds/1', code: 'reference-missing' }] },
    });
    const circuitOfOther = id(await channel.post('/api/v1/complianceResources', circuit({ companyId: other })));
    expect(await channel.post(path, business({ resourceIds: [circuitOfOther] }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/resourceIds/0' }] },
    });
  });

  test('a channel user reaches the companies of the channel, a company user none of it', async () => {
    const stranger = resultsOf(await boss.get('/api/v1/companies', { query: { limit: '1000' } })).find(
      (row) => row['channelTradeId'] === undefined,
    );
    expect((await channel.post(path, business({ companyId: stranger?.['companyId'] }))).status).toBe(403);
    const seen = new Set(resultsOf(await channel.get(path, { query: { limit: '1000' } })).map((row) => row['companyId']));
    expect(seen).toEqual(new Set([own, other]));
    const company = await server.as(COMPANY);
    expect((await company.get(path)).status).toBe(403);
    expect(await companyOf(company)).toBe(own);
  });
});

describe('cross-border routes', () => {
  const path = '/api/v1/crossBorderRoutes';
  const route = (more: Row): Row => ({
    companyId: own,
    name: `Route ${++number}`,
    priority: 5000 + number,
    prefixes: ['192.0.2.0/25'],
    ...more,
  });

  test('only for a business that was approved, over licensed circuits of the company', async () => {
    const [line, declared] = [
      id(await channel.post('/api/v1/complianceResources', circuit())),
      id(await channel.post('/api/v1/complianceBusinesses', business())),
    ];
    const refused = await channel.post(path, route({ businessId: declared, resourceId: line }), { query: { locale: 'zh' } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/businessId', code: 'compliance.not-approved' }] } });
    expect((await channel.post(path, route({ businessId: declared, resourceId: line, enable: false }))).status).toBe(201);
    await channel.post(`/api/v1/complianceBusinesses/${declared}/approve`, { filingNumber: 'F-9', validUntil: '2027-01-01T00:00:00Z' });
    const made = id(await channel.post(path, route({ businessId: declared, resourceId: line })));
    expect(await channel.post(path, route({ businessId: declared, resourceId: line, backupResourceId: line }))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'rule.differ.same' }] },
    });
    expect(
      await channel.post(path, route({ businessId: declared, resourceId: line, prefixes: ['192.0.2.0/24', '192.0.2.0/25'] })),
    ).toMatchObject({ status: 422 });
    expect(await channel.delete(`/api/v1/complianceResources/${line}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', params: { count: 2 } },
    });
    expect((await channel.delete(`${path}/${made}`, { ifMatch: '*' })).status).toBe(204);
  });
});

describe('dialing', () => {
  const tasks = '/api/v1/dialingTasks';
  const template = async (more: Row = {}): Promise<string> =>
    id(
      await channel.post('/api/v1/dialingTemplates', {
        companyId: own,
        name: `Template ${++number}`,
        probeType: 'Ping',
        targets: ['a.example', 'b.example'],
        ...more,
      }),
    );
  const start = async (more: Row = {}): Promise<string> =>
    id(await channel.post(tasks, { companyId: own, name: `Task ${++number}`, templateId: await template(), siteIds: [online], ...more }));
  const now = async (task: string): Promise<Row> => (await channel.get(`${tasks}/${task}`)).body;

  test('pending, assigned, running, success: each site measured each target', async () => {
    const task = await start({ siteIds: [online, offline] });
    const states = [(await now(task))['state']];
    for (let second = 0; second < 9; second++) {
      await pass(1000);
      const { state } = await now(task);
      if (state !== states.at(-1)) states.push(state);
    }
    expect(states).toEqual(['pending', 'assigned', 'running', 'success']);
    expect(await now(task)).toMatchObject({ progress: 100, runs: 1, dialled: 4 });
    const results = resultsOf(await channel.get('/api/v1/dialingResults', { query: { taskId: [task] } }));
    expect(
      results
        .map((row) => `${row['siteId'] === offline ? 'offline' : 'online'} ${String(row['reachability'])}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['offline unreachable', 'offline unreachable', 'online reachable', 'online reachable']);
    expect(results.filter((row) => row['siteId'] === offline).every((row) => row['exceeded'] === true && row['lossRate'] === 100)).toBe(
      true,
    );
  });

  test('fails when nobody is reached, runs again when asked, stops when asked', async () => {
    const task = await start({ siteIds: [offline] });
    expect(await channel.post(`${tasks}/${task}/run`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    await pass(10_000);
    expect(await now(task)).toMatchObject({ state: 'failed', exceeded: 2, lossRate: 100 });
    expect(await channel.post(`${tasks}/${task}/run`)).toMatchObject({ status: 200, body: { state: 'assigned', progress: 0 } });
    expect(await channel.delete(`${tasks}/${task}`, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'task.active' } });
    await pass(2000);
    expect(await channel.post(`${tasks}/${task}/stop`)).toMatchObject({ status: 200, body: { state: 'failed' } });
    await pass(10_000);
    expect(await now(task)).toMatchObject({ state: 'failed', runs: 1 });
    expect((await channel.delete(`${tasks}/${task}`, { ifMatch: '*' })).status).toBe(204);
    expect((await channel.get('/api/v1/dialingResults', { query: { taskId: [task] } })).body['total']).toBe(0);
  });

  test('waits for its first time, and repeats until its end', async () => {
    const first = server.clock.now() + 5 * MINUTE;
    const times = {
      startTime: new Date(first).toISOString().replace('.000', ''),
      endTime: new Date(first + 12 * MINUTE).toISOString().replace('.000', ''),
    };
    const task = await start({ schedule: 'repeat', repeatMinutes: 5, ...times });
    await pass(4 * MINUTE);
    expect(await now(task)).toMatchObject({ state: 'pending', runs: 0 });
    await pass(MINUTE + 15_000);
    expect(await now(task)).toMatchObject({ state: 'success', runs: 1 });
    await pass(6 * MINUTE);
    expect(await now(task)).toMatchObject({ runs: 2 });
    await pass(20 * MINUTE);
    expect(await now(task)).toMatchObject({ state: 'success', runs: 3 });
  });

  test('a template in use stays; a template and sites are of the same company', async () => {
    const used = await template();
    await start({ templateId: used });
    expect(await channel.delete(`/api/v1/dialingTemplates/${used}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'in-use' },
    });
    const foreign = await template({ companyId: other });
    expect(await channel.post(tasks, { companyId: own, name: 'Foreign', templateId: foreign, siteIds: [online] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/templateId', code: 'reference-missing' }] },
    });
  });
});

describe('the logs of a channel', () => {
  const [policies, users] = ['/api/v1/cmiSpiOperationLogs', '/api/v1/cmiUserOperationLogs'];

  test('policies in one, everything else in the other, of companies of the channel only', async () => {
    const company = await server.as(COMPANY);
    const tag = await company.post(`/api/v1/companies/${own}/tags`, { name: 'logged', type: 'site' });
    const strategies = resultsOf(await boss.get('/api/v1/strategyApplications', { query: { companyId: own } }));
    await boss.post(`/api/v1/strategyApplications/${String(strategies[0]?.['id'])}/refresh`);
    const stranger = resultsOf(await boss.get('/api/v1/companies', { query: { limit: '1000' } })).find(
      (row) => row['channelTradeId'] === undefined,
    );
    await boss.post(`/api/v1/companies/${String(stranger?.['companyId'])}/tags`, { name: 'elsewhere', type: 'site' });
    const userLog = resultsOf(await channel.get(users, { query: { limit: '1000' } }));
    expect(userLog.find((row) => row['itemId'] === tag.body['id'])).toMatchObject({
      actor: COMPANY,
      operation: 'createCompanyTag',
      resource: 'Tag',
      label: 'logged',
      companyId: own,
    });
    expect(userLog.some((row) => row['label'] === 'elsewhere' || row['resource'] === 'StrategyApplication')).toBe(false);
    const policyLog = resultsOf(await channel.get(policies, { query: { limit: '1000' } }));
    expect(policyLog.some((row) => row['resource'] === 'StrategyApplication' && row['actor'] === SUPER)).toBe(true);
    expect(policyLog.some((row) => row['resource'] === 'Tag')).toBe(false);
  });

  test('the last half hour unless another time is asked for; no company user reads them', async () => {
    const before = Number((await channel.get(users)).body['total']);
    await pass(31 * MINUTE);
    expect((await channel.get(users)).body['total']).toBe(0);
    expect(Number((await channel.get(users, { query: { option: '1' } })).body['total'])).toBeGreaterThanOrEqual(before);
    expect((await (await server.as(COMPANY)).get(users)).status).toBe(403);
  });
});
