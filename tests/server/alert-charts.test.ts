import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { answered } from '#tests/support/answered.ts';
import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

const MINUTE = 60_000;
const PERIOD = 5 * MINUTE;

let server: TestServer;
let client: Client;
let own: string;
let siteId: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  own = await companyOf(client);
  const { system, store } = server.services;
  const [device] = await system.docs(store.spec('Device'), {
    where: { companyId: own, state: 'ONLINE', role: 'primary' },
    skip: 0,
    limit: 1,
  });
  siteId = String(device?.siteId);
});
afterAll(() => server.remove());

const iso = (at: number): string => new Date(at).toISOString();

async function raise(alertId: string, more: Record<string, string>): Promise<void> {
  const { system, store } = server.services;
  const now = server.clock.now();
  await system.write(async (tx) => {
    await tx.insert(store.spec('Alert'), {
      alertId,
      code: '',
      name: '',
      companyId: own,
      neId: siteId,
      severity: 'Critical',
      status: 'resolved',
      acknowledged: false,
      since: iso(now - 90 * MINUTE),
      raisedAt: iso(now - 85 * MINUTE),
      resolvedAt: iso(now - 60 * MINUTE),
      ...more,
    });
  });
}
const measured = async (alertId: string, query: Record<string, string> = {}) =>
  answered('getAlertMeasurements', (await client.get(`/api/v1/mgr/alerts/${alertId}/measurements`, { query })).body);

describe('what is shown beside an alarm', () => {
  test.each(['device.offline', 'tunnel.down'])('%s: whether the site was reached and what it carried, with itself marked', async (code) => {
    await raise(`al-${code}`, { code, name: code });
    const now = server.clock.now();
    const { range, series, more } = await measured(`al-${code}`);
    expect([Date.parse(range.from), Date.parse(range.to)]).toEqual([now - 120 * MINUTE, now - 45 * MINUTE]);
    expect(series.map(({ name, unit }) => [name, unit])).toEqual([
      ['availability', '%'],
      ['tx', 'bps'],
      ['rx', 'bps'],
    ]);
    for (const { values, incidents } of series) {
      expect(values).toHaveLength(range.points);
      expect(values.some((value) => value !== null)).toBe(true);
      expect(incidents?.map(({ alertId, from, to }) => [alertId, from, to])).toEqual([
        [`al-${code}`, iso(now - 90 * MINUTE), iso(now - 60 * MINUTE)],
      ]);
    }
    expect(more).toEqual({ operation: 'getCircuitQuality', query: { siteId } });
    // the same as the page has it, over the same time
    const page = await client.get(`/api/v1/companies/${own}/monitor/networkBandwidth`, {
      query: { siteId, raw: 'true', startTime: range.from, endTime: range.to, points: String(range.points) },
    });
    const { series: traffic } = answered('getNetworkBandwidth', page.body);
    for (const name of ['tx', 'rx'])
      expect(series.find((each) => each.name === name)?.values).toEqual(traffic.find((each) => each.name === name)?.values);
  });

  test('of a probe what it measured, period by period, with the thresholds of its task', async () => {
    const { system, store } = server.services;
    const [report] = await system.docs(store.spec('SlaReport'), {
      where: { companyId: own },
      sort: [{ path: 'periodStart', descending: true }],
      skip: 0,
      limit: 1,
    });
    if (!report) throw new Error('Nothing was probed');
    const { taskId, siteId: at } = report;
    const end = Math.floor((server.clock.now() - 60 * MINUTE) / PERIOD) * PERIOD;
    await system.write(async (tx) => {
      for (let period = 1; period <= 8; period++) {
        const start = end - period * PERIOD;
        const times = { periodStart: iso(start), periodEnd: iso(start + PERIOD) };
        await tx.insert(store.spec('SlaReport'), { ...report, ...times, id: `slr-own-${period}`, lossRate: period });
      }
    });
    await raise('al-probe', { code: 'sla.probe', name: 'SLA probe', taskId, neId: at });
    const task = await system.get(store.spec('SlaTask'), taskId);
    const { range, series, more } = await measured('al-probe');
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
    expect([from % PERIOD, to % PERIOD, (to - from) / PERIOD]).toEqual([0, 0, range.points]);
    expect(series.map(({ name }) => name)).toEqual(['latency', 'jitter', 'loss', 'availability']);
    const rows = await system.docs(store.spec('SlaReport'), {
      where: { taskId, siteId: at },
      ranges: [{ path: 'periodStart', from, to: to - 1 }],
      skip: 0,
      limit: 1000,
    });
    expect(rows.length).toBeGreaterThan(5);
    for (const { periodStart, lossRate } of rows) {
      const index = (Date.parse(periodStart) - from) / PERIOD;
      expect(series.find(({ name }) => name === 'loss')?.values[index]).toBe(lossRate);
    }
    expect(series.find(({ name }) => name === 'loss')?.thresholds?.map(({ value }) => value)).toEqual([task?.doc.lossThreshold]);
    expect(series.find(({ name }) => name === 'loss')?.incidents?.map(({ alertId }) => alertId)).toContain('al-probe');
    expect(more).toEqual({ operation: 'getSlaProbes', query: { siteId: at, taskId } });
  });

  test('a part of its range is answered as finely as it can be', async () => {
    await raise('al-part', { code: 'link.down', name: 'Circuit down', link: 'WAN1' });
    const now = server.clock.now();
    const part = { startTime: iso(now - 92 * MINUTE), endTime: iso(now - 88 * MINUTE) };
    const { range, series, more } = await measured('al-part', part);
    expect([Date.parse(range.from), Date.parse(range.to), range.points]).toEqual([now - 92 * MINUTE, now - 88 * MINUTE, 48]);
    for (const { values } of series) expect(values).toHaveLength(48);
    expect(more?.query).toEqual({ siteId, interface: 'WAN1' });
  });

  test('what an alarm leads to has a panel, which takes what it is asked by', async () => {
    const found = resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: own, limit: '200' } }));
    const { model, operations } = server.services.contract;
    const shown = new Set(
      model.navigation.flatMap(({ panels = [] }) => panels.flatMap(({ show }) => show.map(({ operation }) => operation))),
    );
    const led = new Set<string>();
    for (const alert of found) {
      const { more } = await measured(String(alert['alertId']));
      if (!more) continue;
      led.add(more.operation);
      expect(shown, more.operation).toContain(more.operation);
      expect(operations.get(more.operation)?.operation.query.map(({ name }) => name)).toContain('siteId');
    }
    expect(led.size).toBeGreaterThan(2);
  });
});
