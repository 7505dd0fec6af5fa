import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { behindHubs, type Firing, quietOf } from '#server/features/alarm/index.ts';
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

  test('a hub that is down: that its sites are not reached, and no more than that', () => {
    const hub = alarm('h', 'device.offline', { siteId: 'hub', deviceId: 'dh' });
    const suppressed = { attention: 'suppressed', suppressedBy: 'h' };
    expect(quietOf(device, [device, hub], [], 0)).toEqual(suppressed);
    expect(quietOf(alarm('c', 'tunnel.down'), [hub], [], 0)).toEqual(suppressed);
    expect(quietOf(alarm('c', 'system.cpu'), [hub], [], 0)).toEqual({ attention: 'due' });
    expect(quietOf(circuit, [hub], [], 0)).toEqual({ attention: 'due' });
    // what is nearer explains first
    expect(quietOf(alarm('c', 'tunnel.down'), [hub, device], [], 0)).toEqual({ attention: 'suppressed', suppressedBy: 'a' });
    const later = alarm('z', 'device.offline');
    expect(quietOf(alarm('c', 'tunnel.down'), [hub, later], [], 0)).toEqual({ attention: 'suppressed', suppressedBy: 'z' });
    const tunnel = alarm('c', 'tunnel.down', { link: 'WAN1' });
    expect(quietOf(tunnel, [hub, circuit], [], 0)).toEqual({ attention: 'suppressed', suppressedBy: 'b' });
  });

  test.each([
    ['one of two hubs is up', { s: ['h1', 'h2'] }, ['s', 'h1'], {}],
    ['both are down', { s: ['h1', 'h2'] }, ['s', 'h1', 'h2'], { s: 'h1' }],
    ['a hub behind a hub', { s: ['h1'], h1: ['h2'] }, ['s', 'h1', 'h2'], { s: 'h1', h1: 'h2' }],
    ['a site that is up itself', { s: ['h1'] }, ['h1'], { s: 'h1' }],
    ['hubs behind each other: somebody hears of both', { h1: ['h2'], h2: ['h1'], s: ['h1'] }, ['s', 'h1', 'h2'], {}],
    ['a site behind no hub', {}, ['s', 'h1'], {}],
  ] as const)('%s', (_name, hubs, down, expected) => {
    const cause = (siteId: string): Firing => alarm(siteId, 'device.offline', { siteId, deviceId: `d-${siteId}` });
    const found = behindHubs(
      new Map(Object.entries(hubs).map(([site, own]) => [site, new Set<string>(own)])),
      new Map(down.map((site) => [site, cause(site)])),
    );
    expect(Object.fromEntries([...found].map(([site, { alertId }]) => [site, alertId]))).toEqual(expected);
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
    // a circuit is explained by the device of its own site
    const child = (await alerts({ attention: 'suppressed' })).find(({ code }) => code === 'link.down');
    const parent = await one(child?.['suppressedBy']);
    const publish = vi.spyOn(server.services.live, 'publish');
    expect(parent).toMatchObject({ code: 'device.offline', neId: child?.['neId'], deviceId: child?.['deviceId'], attention: 'due' });
    expect((await client.post(`${ALERTS}/${String(parent['alertId'])}/resolve`)).body).not.toHaveProperty('attention');
    const after = (await alerts({ neId: String(child?.['neId']) })).filter(({ code }) => code === 'link.down');
    expect(after.length).toBeGreaterThan(0);
    expect(after.every(({ attention, suppressedBy }) => attention === 'due' && suppressedBy === undefined)).toBe(true);
    // who listens hears that it begins to ask, and that the other one does not
    const said = publish.mock.calls.map(([, , message]) => message);
    publish.mockRestore();
    expect(said).toContainEqual(expect.objectContaining({ alertId: child?.['alertId'], news: true }));
    expect(said.find(({ alertId }) => alertId === parent['alertId'])).not.toHaveProperty('news');
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

  test('stand at sites behind a hub that is down, for as long as it is and the topology says so', async () => {
    const { store, system, clock } = server.services;
    const create = async (name: string, sn: string): Promise<string> => {
      expect((await client.post(`/api/v1/companies/${company}/devices`, { sn, model: 'AR1200' })).status).toBe(201);
      const made = await client.post(`/api/v1/companies/${company}/sites`, { name, sn, deployMode: 'gateway' });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return String(made.body['siteId']);
    };
    const [hub, spoke] = [await create('Behind_hub', 'AR1200-990001'), await create('Behind_spoke', 'AR1200-990002')];
    const raise = async (siteId: string): Promise<string[]> =>
      system.write(async (tx) => {
        const ids: string[] = [];
        for (const { doc } of await tx.find(store.spec('Device'), { siteId })) {
          const alertId = `al-behind-${doc.deviceId}`;
          ids.push(alertId);
          await tx.insert(store.spec('Alert'), {
            alertId,
            companyId: company,
            neId: siteId,
            deviceId: doc.deviceId,
            code: 'device.offline',
            name: 'Device offline',
            severity: 'Emergency',
            status: 'firing',
            attention: 'due',
            raisedAt: timestamp(clock.now()),
          });
        }
        return ids;
      });
    const [first = ''] = await raise(spoke);
    const hubs = await raise(hub);
    const settled = async (id: string): Promise<Record<string, unknown>> => {
      await settleAttention(server.services, company);
      return one(id);
    };
    expect(await settled(first)).toMatchObject({ attention: 'due' });
    const url = `/api/v1/companies/${company}/topologies`;
    const body = {
      name: 'Behind',
      type: 'spoke-hub',
      sites: [
        { siteId: hub, role: 'hub' },
        { siteId: spoke, role: 'spoke' },
      ],
    };
    const made = await client.post(url, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const before = (await alerts({ attention: 'due' })).length;
    expect(await settled(first)).toMatchObject({ attention: 'suppressed', suppressedBy: hubs.toSorted()[0] });
    expect(await alerts({ attention: 'due' })).toHaveLength(before - 1);
    expect(await one(hubs[0])).toMatchObject({ attention: 'due' });

    // a topology that is not in use joins nobody
    const path = `${url}/${String(made.body['id'])}`;
    expect((await client.put(path, { ...body, enable: false }, { ifMatch: '*' })).status).toBe(200);
    expect(await settled(first)).toMatchObject({ attention: 'due' });
    expect((await client.put(path, body, { ifMatch: '*' })).status).toBe(200);
    expect(await settled(first)).toMatchObject({ attention: 'suppressed' });

    // the hub is back: what is still wrong behind it asks for somebody
    for (const id of hubs) expect((await client.post(`${ALERTS}/${id}/resolve`)).status).toBe(200);
    expect(await one(first)).toMatchObject({ attention: 'due' });
    expect(await one(first)).not.toHaveProperty('suppressedBy');
  });
});
