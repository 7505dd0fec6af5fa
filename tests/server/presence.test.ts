import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { watchAlarms } from '#server/features/alarm/index.ts';
import { absencesOf } from '#server/simulator/absences.ts';
import { timestamp } from '#server/store/clock.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { objects } from '#tests/support/answers.ts';
import { type MeasuredWorld, measuredWorld, type Passage, passageTo } from '#tests/server/measured-world.ts';
import { testServer } from '#tests/server/harness.ts';
import { findVictoriaMetrics, type MetricsStore, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;

describe.skipIf(findVictoriaMetrics() === undefined)('devices whose readings a store takes', () => {
  let store: MetricsStore;
  let passage: Passage;
  let world: MeasuredWorld;
  let start: number;

  beforeAll(async () => {
    store = await startMetricsStore();
    passage = await passageTo(store.url);
    world = await measuredWorld(readConfig({ url: passage.url, env: {} }));
    start = world.server.clock.now();
    const ids: string[] = [];
    for (const name of ['Hub', 'Spoke', 'Other', 'New']) ids.push(await world.addSite(name, name === 'Spoke' ? { hubSite: ids[0] } : {}));
    const [hub = '', spoke = '', other = ''] = ids;
    const lines: string[] = [];
    for (let at = start - 10 * MINUTE; at <= start + 90 * MINUTE; at += 15_000) {
      const minute = (at - start) / MINUTE;
      const reads = (site: string): number => lines.push(`wan_device_cpu_ratio{site="${site}"} 0.2 ${at}`);
      // both are gone for a while: the hub a little later
      if (minute < 20 || minute >= 40) reads(spoke);
      if (minute < 22 || minute >= 45) reads(hub);
      reads(other);
    }
    await store.feed(lines);
    await watchAlarms(world.server.services);
    await world.server.services.jobs.runDue();
  });
  afterAll(async () => {
    await world.server.remove();
    passage.stop();
    await store.stop();
  });

  const devices = async (): Promise<Record<string, unknown>> => {
    const { body } = await (await world.boss()).get(`${world.at}/devices`, { query: { limit: '100' } });
    return Object.fromEntries(objects(body['results']).map(({ sn, state }) => [String(sn).replace('AR1200-', ''), state]));
  };
  const device = async (name: string): Promise<Record<string, unknown> | undefined> => {
    const { body } = await (await world.boss()).get(`${world.at}/devices`, { query: { limit: '100' } });
    return objects(body['results']).find(({ sn }) => sn === `AR1200-${name}`);
  };
  const offline = async (): Promise<Record<string, unknown>[]> => {
    const { body } = await (await world.boss()).get('/api/v1/mgr/alerts', { query: { companyId: world.companyId, limit: '100' } });
    return objects(body['result']).filter(({ code }) => code === 'device.offline');
  };

  test('are online once they report; who never did stays unknown', async () => {
    await world.pass(1);
    expect(await devices()).toEqual({ Hub: 'ONLINE', Spoke: 'ONLINE', Other: 'ONLINE', New: 'CONFIGURED' });
    const spoke = await device('Spoke');
    expect(spoke?.['reachability']).toBe('reachable');
    expect(Math.abs(Date.parse(String(spoke?.['lastSeenAt'])) - start)).toBeLessThan(2 * MINUTE);
    expect((await device('New'))?.['lastSeenAt']).toBeUndefined();
  });

  test('one query that is lost is no silence of the store; two are, and its first answer ends it', async () => {
    const { clock, services } = world.server;
    const downSince = async (): Promise<unknown> => (await (await world.boss()).get('/api/v1/system')).body['telemetryDownSince'];
    const run = async (seconds: number): Promise<void> => {
      clock.advance(seconds * 1000);
      await services.jobs.runDue();
    };
    passage.refuse(() => true);
    await run(30);
    expect(await downSince()).toBeUndefined();
    passage.refuse(() => false);
    await run(10);
    expect(await downSince()).toBeUndefined();
    passage.refuse(() => true);
    await run(30);
    const lost = clock.now();
    await run(10);
    expect(await downSince()).toBe(timestamp(lost));
    passage.refuse(() => false);
    await run(10);
    expect(await downSince()).toBeUndefined();
  });

  test('stay as they are while the store does not answer, and for a while after', async () => {
    passage.refuse(() => true);
    await world.pass(12);
    expect(await devices()).toMatchObject({ Hub: 'ONLINE', Spoke: 'ONLINE', Other: 'ONLINE' });
    expect((await (await world.boss()).get('/api/v1/system')).body['telemetryDownSince']).toBeDefined();
    passage.refuse(() => false);
    await world.pass(5);
    expect(await devices()).toMatchObject({ Hub: 'ONLINE', Spoke: 'ONLINE', Other: 'ONLINE' });
    expect((await (await world.boss()).get('/api/v1/system')).body['telemetryDownSince']).toBeUndefined();
    expect(await offline()).toEqual([]);
  });

  test('that fall silent are offline, with an alarm since when; the map, the dashboard and the list follow', async () => {
    // five minutes of silence, and the time that the store may be behind
    await world.pass(7.5);
    expect(await devices()).toMatchObject({ Hub: 'ONLINE', Spoke: 'OFFLINE', Other: 'ONLINE' });
    const spoke = await device('Spoke');
    expect(spoke?.['reachability']).toBe('unreachable');
    expect(Math.abs(Date.parse(String(spoke?.['lastSeenAt'])) - (start + 20 * MINUTE))).toBeLessThanOrEqual(30_000);
    expect(await offline()).toMatchObject([
      { deviceId: spoke?.['deviceId'], status: 'firing', attention: 'due', severity: 'Emergency', since: spoke?.['lastSeenAt'] },
    ]);
    const boss = await world.boss();
    const { nodes } = (await boss.get(`${world.at}/topologyGraph`)).body;
    expect(objects(nodes).map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['Spoke', 'down'],
        ['Hub', 'up'],
        ['New', 'unknown'],
      ]),
    );
    const sites = await boss.get(`${world.at}/sites`, { query: { state: 'OFFLINE', limit: '10' } });
    expect(objects(sites.body['results']).map(({ name }) => name)).toEqual(['Spoke']);
    const dashboard = await boss.get(`${world.at}/monitor/dashboard`);
    expect(dashboard.body['sites']).toMatchObject({ total: 4, reachable: 2, unreachable: 1, neverReported: 1 });
  });

  test('a hub that is down explains the site behind it', async () => {
    await world.pass(2);
    const [one, other] = await offline();
    expect(await devices()).toMatchObject({ Hub: 'OFFLINE', Spoke: 'OFFLINE' });
    const hub = (await device('Hub'))?.['deviceId'];
    const [ofHub, ofSpoke] = one?.['deviceId'] === hub ? [one, other] : [other, one];
    expect(ofHub).toMatchObject({ status: 'firing', attention: 'due' });
    expect(ofSpoke).toMatchObject({ status: 'firing', attention: 'suppressed', suppressedBy: ofHub?.['alertId'] });
  });

  test('that all fall silent at once say nothing of themselves, but of who collects', async () => {
    await world.pass(12);
    // they are back
    expect(await devices()).toMatchObject({ Spoke: 'ONLINE' });
    await world.pass(6);
    expect(await devices()).toMatchObject({ Hub: 'ONLINE', Spoke: 'ONLINE', Other: 'ONLINE' });
    expect((await offline()).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
    // what is read ends for all of them
    await world.pass(60);
    expect(await devices()).toMatchObject({ Hub: 'ONLINE', Spoke: 'ONLINE', Other: 'ONLINE' });
    expect((await (await world.boss()).get('/api/v1/system')).body['telemetryDownSince']).toBeDefined();
    expect(await offline()).toHaveLength(2);
  });
});

test.skipIf(findVictoriaMetrics() === undefined)(
  'of the demo network beside a store that never heard of them nothing is known, and nobody is told that they are gone',
  async () => {
    const store = await startMetricsStore();
    const server = await testServer({ telemetry: readConfig({ url: store.url, env: {} }) });
    const { system, store: items, jobs } = server.services;
    const all = await system.docs(items.spec('Device'), { skip: 0, limit: 1000 });
    const [heard, other] = all.filter(({ state, role, siteId }) => state === 'ONLINE' && role === 'primary' && siteId !== undefined);
    const start = server.clock.now();
    const lines: string[] = [];
    for (let at = start - 10 * MINUTE; at <= start + 30 * MINUTE; at += 15_000)
      lines.push(`wan_device_cpu_ratio{site="${String(heard?.siteId)}"} 0.2 ${at}`);
    await store.feed(lines);
    await watchAlarms(server.services);
    await jobs.runDue();
    for (let turn = 0; turn < 2; turn++) {
      server.clock.advance(6 * MINUTE);
      await jobs.runDue();
    }
    const states = async (): Promise<string[]> =>
      [...new Set((await system.docs(items.spec('Device'), { skip: 0, limit: 1000 })).map(({ state }) => state))].toSorted();
    expect(await states()).toEqual(['CONFIGURED', 'ONLINE', 'UNCONFIGURED']);
    expect((await system.get(items.spec('Device'), String(heard?.deviceId)))?.doc).toMatchObject({ state: 'ONLINE' });
    const silent = (await system.get(items.spec('Device'), String(other?.deviceId)))?.doc;
    for (const name of ['reachability', 'lastSeenAt']) expect(silent).not.toHaveProperty(name);
    const site = (await system.get(items.spec('Site'), String(other?.siteId)))?.doc;
    expect(site?.state).toBe('CONFIGURED');
    const firing = await system.docs(items.spec('Alert'), { where: { code: 'device.offline', status: 'firing' }, skip: 0, limit: 100 });
    expect(firing.filter(({ deviceId }) => deviceId === other?.deviceId)).toEqual([]);
    await server.remove();
    await store.stop();
  },
);

test('of the demo network one goes away and comes back, as its plan says, and its alarm says whose it is', async () => {
  const server = await testServer();
  const { system, store, jobs } = server.services;
  const now = server.clock.now();
  const online = await system.docs(store.spec('Device'), { where: { state: 'ONLINE', role: 'primary' }, skip: 0, limit: 1000 });
  const next = online
    .flatMap(({ deviceId }) => absencesOf(deviceId, now + MINUTE, now + 180 * MINUTE).map((absence) => ({ deviceId, ...absence })))
    .filter(({ from }) => from > now + MINUTE)
    .toSorted((a, b) => a.from - b.from)[0];
  if (!next) throw new Error('Nobody goes away.');
  const { deviceId, from, to } = next;
  const at = async (time: number) => {
    server.clock.advance(time - server.clock.now());
    await jobs.runDue();
    const alarms = await system.docs(store.spec('Alert'), { where: { deviceId, code: 'device.offline' }, skip: 0, limit: 10 });
    const stored = await system.get(store.spec('Device'), deviceId);
    return {
      state: stored?.doc.state,
      lastSeenAt: stored?.doc.lastSeenAt,
      alarms: alarms.filter(({ since }) => since === timestamp(from)),
    };
  };
  await watchAlarms(server.services);
  expect(await at(from - MINUTE)).toMatchObject({ state: 'ONLINE', alarms: [] });
  expect(await at(from + 3 * MINUTE)).toMatchObject({
    state: 'OFFLINE',
    lastSeenAt: timestamp(from),
    alarms: [{ status: 'firing', origin: 'demo', severity: 'Emergency' }],
  });
  expect(await at(to + MINUTE)).toMatchObject({ state: 'ONLINE', alarms: [{ status: 'resolved', resolvedBy: 'system' }] });
  await server.remove();
});
