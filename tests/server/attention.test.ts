import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Firing, quietOf } from '#server/features/alarm/index.ts';
import { settleAttention } from '#server/features/alarm/attention.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

const HOUR = 3_600_000;
const ALERTS = '/api/v1/mgr/alerts';

const alarm = (alertId: string, code: string, more: Partial<Firing> = {}): Firing => ({
  alertId,
  code,
  siteId: 's',
  deviceId: 'd1',
  link: undefined,
  mutedUntil: undefined,
  ...more,
});

describe('what explains an alarm', () => {
  const device = alarm('a', 'device.offline');
  const circuit = alarm('b', 'link.down', { link: 'WAN1' });

  test('a device that is down: all that is about it, and nothing of the other device', () => {
    expect(quietOf(circuit, [device], [], 0)).toEqual({ attention: 'suppressed', suppressedBy: 'a' });
    expect(quietOf(alarm('c', 'system.cpu', { deviceId: 'd2' }), [device], [], 0)).toEqual({ attention: 'due' });
    expect(quietOf(device, [device, circuit], [], 0)).toEqual({ attention: 'due' });
  });

  test('a circuit that is down: what is about it, and not about another', () => {
    expect(quietOf(alarm('c', 'link.loss', { link: 'WAN1' }), [circuit], [], 0)).toEqual({ attention: 'suppressed', suppressedBy: 'b' });
    expect(quietOf(alarm('c', 'link.loss', { link: 'WAN2' }), [circuit], [], 0)).toEqual({ attention: 'due' });
    expect(quietOf(circuit, [circuit], [], 0)).toEqual({ attention: 'due' });
  });

  test('muted comes before maintenance, maintenance before what explains it', () => {
    const windows = [{ id: 'w', siteIds: ['s'] }];
    expect(quietOf({ ...circuit, mutedUntil: 2 }, [device], windows, 1)).toEqual({ attention: 'muted' });
    expect(quietOf({ ...circuit, mutedUntil: 1 }, [device], windows, 1)).toEqual({ attention: 'maintenance', maintenance: 'w' });
    expect(quietOf(circuit, [], [{ id: 'w', siteIds: ['other'] }], 1)).toEqual({ attention: 'due' });
    expect(quietOf(circuit, [], [{ id: 'w', siteIds: [] }], 1)).toEqual({ attention: 'maintenance', maintenance: 'w' });
  });
});

describe('alarms that ask for nobody', () => {
  let server: TestServer;
  let client: Client;
  let company: string;

  beforeAll(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    client = await server.as(COMPANY);
    company = await companyOf(client);
  });
  afterAll(() => server.remove());

  const alerts = async (query: Record<string, string>): Promise<Record<string, unknown>[]> =>
    resultsOf(await client.get(ALERTS, { query: { companyId: company, status: 'firing', limit: '1000', ...query } }));
  const one = async (id: unknown): Promise<Record<string, unknown>> => (await client.get(`${ALERTS}/${String(id)}`)).body;

  test('are listed with the alarm that explains them, and ask for somebody once that is resolved', async () => {
    const [child] = await alerts({ attention: 'suppressed' });
    const parent = await one(child?.['suppressedBy']);
    expect(parent).toMatchObject({ code: 'device.offline', neId: child?.['neId'], deviceId: child?.['deviceId'], attention: 'due' });
    expect((await client.post(`${ALERTS}/${String(parent['alertId'])}/resolve`)).body).not.toHaveProperty('attention');
    const after = (await alerts({ neId: String(child?.['neId']) })).filter(({ code }) => code === 'link.down');
    expect(after.length).toBeGreaterThan(0);
    expect(after.every(({ attention, suppressedBy }) => attention === 'due' && suppressedBy === undefined)).toBe(true);
    // what comes over a circuit that is down stays explained by it
    expect(await alerts({ neId: String(child?.['neId']), attention: 'suppressed' })).not.toEqual([]);
  });

  test('are muted for a time, by whom, and ask again when it is over or somebody says so', async () => {
    const [first, second] = await alerts({ attention: 'due' });
    const [a, b] = [String(first?.['alertId']), String(second?.['alertId'])];
    const before = (await alerts({ attention: 'due' })).length;
    for (const id of [a, b]) {
      const { status, body } = await client.post(`${ALERTS}/${id}/mute`, { minutes: 60 });
      expect(status).toBe(200);
      expect(body).toMatchObject({ attention: 'muted', mutedBy: COMPANY, mutedUntil: timestamp(server.clock.now() + HOUR) });
    }
    expect(await alerts({ attention: 'due' })).toHaveLength(before - 2);
    expect((await client.post(`${ALERTS}/${a}/unmute`)).body).toMatchObject({ attention: 'due' });
    expect((await client.post(`${ALERTS}/${a}/unmute`)).status).toBe(409);
    expect((await client.post(`${ALERTS}/${b}/mute`, { minutes: 7 })).status).toBe(422);
    server.clock.advance(HOUR);
    client = await server.as(COMPANY);
    await settleAttention(server.services, company);
    expect(await one(b)).toMatchObject({ attention: 'due' });
    expect(await one(b)).not.toHaveProperty('mutedUntil');
  });

  test('are at sites under maintenance for as long as it lasts', async () => {
    const [due] = await alerts({ attention: 'due' });
    const siteId = String(due?.['neId']);
    const now = server.clock.now();
    const window = { name: 'Night work', siteIds: [siteId], startTime: timestamp(now + HOUR), endTime: timestamp(now + 2 * HOUR) };
    const path = `/api/v1/companies/${company}/maintenanceWindows`;
    const made = await client.post(path, window);
    expect(made.status).toBe(201);
    expect(await client.post(path, { ...window, name: 'Odd', endTime: window.startTime })).toMatchObject({ status: 422 });
    await server.services.jobs.runDue();
    expect(await one(due?.['alertId'])).toMatchObject({ attention: 'due' });
    server.clock.advance(HOUR);
    client = await server.as(COMPANY);
    await settleAttention(server.services, company);
    expect(await one(due?.['alertId'])).toMatchObject({ attention: 'maintenance', maintenance: made.body['id'] });
    expect((await client.delete(`${path}/${String(made.body['id'])}`, { ifMatch: '*' })).status).toBe(204);
    await server.services.jobs.runDue();
    expect(await one(due?.['alertId'])).toMatchObject({ attention: 'due' });
  });
});
