import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asArray, asObject } from '#domain/json.ts';
import { watchAlarms } from '#server/features/alarm/index.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { COMPANY, companyOf, GLOBAL, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { findVictoriaMetrics, type MetricsStore, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;
const CONFIGURATIONS = '/api/v1/alarmConfigurations';

/** Time passes, and every half minute the thresholds are looked at. */
async function pass(server: TestServer, minutes: number): Promise<void> {
  for (let half = 0; half < 2 * minutes; half++) {
    server.clock.advance(MINUTE / 2);
    await server.services.jobs.runDue();
  }
}

async function alertsOf(server: TestServer, query: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
  const client = await server.as(COMPANY);
  return resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: await companyOf(client), limit: '1000', ...query } }));
}

describe.skipIf(findVictoriaMetrics() === undefined)('thresholds over a store of measurements', () => {
  let store: MetricsStore;
  let server: TestServer;
  let site: string;
  let start: number;

  beforeAll(async () => {
    store = await startMetricsStore();
    server = await testServer({ telemetry: { ...readConfig({ url: store.url, env: {} }), window: 30 } });
    const client = await server.as(COMPANY);
    const sites = resultsOf(await client.get(`/api/v1/companies/${await companyOf(client)}/sites`, { query: { limit: '1000' } }));
    site = String(sites.find(({ state }) => state === 'ONLINE')?.['siteId']);
    start = server.clock.now();
    const lines: string[] = [];
    for (let at = start - 5 * MINUTE; at <= start + 30 * MINUTE; at += 15_000) {
      const minute = (at - start) / MINUTE;
      // beyond 1 % for four minutes, between 1 % and 0.5 % for three more, then well
      const loss = minute >= 2 && minute < 6 ? 0.05 : minute >= 6 && minute < 9 ? 0.008 : 0;
      lines.push(`wan_link_loss_ratio{site="${site}",interface="WAN1"} ${loss} ${at}`);
      // for less than the hold time
      lines.push(`wan_device_cpu_ratio{site="${site}"} ${minute >= 12 && minute < 12.5 ? 0.99 : 0.2} ${at}`);
    }
    await store.feed(lines);
    await watchAlarms(server.services);
    await server.services.jobs.runDue();
  });
  afterAll(async () => {
    await server.remove();
    await store.stop();
  });

  const measured = async (): Promise<Record<string, unknown>[]> =>
    (await alertsOf(server, { neId: site })).filter(
      ({ origin, raisedAt }) => origin === 'measured' && Date.parse(String(raisedAt)) > start,
    );

  test('fire once a value has lasted beyond them, with what was measured, and clear when it is well again', async () => {
    await pass(server, 2.5);
    expect(await measured()).toEqual([]);
    await pass(server, 2);
    const [fired, ...others] = await measured();
    expect(others).toEqual([]);
    expect(fired).toMatchObject({
      code: 'link.loss',
      status: 'firing',
      severity: 'Warning',
      link: 'WAN1',
      measure: 'loss',
      value: 5,
      threshold: 1,
      unit: '%',
    });
    const [since, raised] = [Date.parse(String(fired?.['since'])), Date.parse(String(fired?.['raisedAt']))];
    expect(raised - since).toBe(MINUTE);
    expect(Math.abs(since - (start + 2 * MINUTE))).toBeLessThanOrEqual(30_000);
    // it opens beside what was measured, from before it began
    const client = await server.as(COMPANY);
    const { body } = await client.get(`/api/v1/mgr/alerts/${String(fired?.['alertId'])}/measurements`);
    expect(body).toHaveProperty('range');
    expect(Date.parse(String(asObject(body['range'])['from']))).toBe(since - 30 * MINUTE);
    const [series] = asArray(body['series']).map(asObject);
    expect(series).toMatchObject({
      name: 'loss',
      unit: '%',
      thresholds: [{ value: 1, severity: 'Warning' }],
      incidents: [{ alertId: fired?.['alertId'], from: fired?.['since'] }],
    });
    expect(asArray(series?.['values'])).toContain(5);
    // and the page of the circuit marks it in that circuit alone
    const quality = await client.get(`/api/v1/companies/${await companyOf(client)}/monitor/circuitQuality`, { query: { siteId: site } });
    const marked = asArray(quality.body['circuits'])
      .map(asObject)
      .flatMap((circuit) => asArray(circuit['series']).map((each) => ({ port: circuit['interface'], ...asObject(each) })))
      .filter((each) => asArray(asObject(each)['incidents']).length > 0);
    expect(marked).toMatchObject([{ port: 'WAN1', name: 'loss' }]);
    // below the threshold is not yet well
    await pass(server, 4);
    expect((await measured())[0]).toMatchObject({ alertId: fired?.['alertId'], status: 'firing' });
    await pass(server, 3);
    expect(await measured()).toMatchObject([{ alertId: fired?.['alertId'], status: 'resolved', resolvedBy: 'system' }]);
    await pass(server, 4);
    expect(await measured()).toHaveLength(1);
  });
});

test('without telemetry nothing fires from thresholds, and the configuration says so', async () => {
  const server = await testServer();
  const keeper = await server.as(GLOBAL);
  const watched = async (code: string): Promise<unknown> =>
    resultsOf(await keeper.get(CONFIGURATIONS, { query: { limit: '1000' } })).find((row) => row['code'] === code)?.['watch'];
  expect(await watched('link.loss')).toBe('measured');
  expect(await watched('device.power')).toBe('reported');
  // nobody reports that nothing comes any more
  for (const code of ['device.offline', 'sla.probe']) expect(await watched(code)).toBe('measured');
  expect(await watched('device.fan')).toBe('off');
  const { noTelemetry } = await import('#server/telemetry/none.ts');
  server.services.telemetry = noTelemetry;
  expect(await watched('link.loss')).toBe('noTelemetry');
  const stateOf = async () => (await alertsOf(server)).map(({ alertId, status }) => [alertId, status]);
  const before = await stateOf();
  await watchAlarms(server.services);
  await pass(server, 60);
  expect(await stateOf()).toEqual(before);
  await server.remove();
});

test('a value that clears must be on the side of the threshold on which it is well', async () => {
  const server = await testServer();
  const keeper = await server.as(GLOBAL);
  const change = async (code: string, clear: number) => {
    const id = `ac-${code.replace('.', '-')}`;
    const { body, etag } = await keeper.get(`${CONFIGURATIONS}/${id}`);
    const given = ['groupId', 'level', 'threshold', 'duration', 'enable', 'notices', 'receivers'].flatMap((name) =>
      body[name] === undefined ? [] : [[name, body[name]] as const],
    );
    return keeper.put(`${CONFIGURATIONS}/${id}`, { ...Object.fromEntries(given), clear }, { ifMatch: etag });
  };
  expect(await change('link.loss', 2)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/clear', code: 'alarm.clear.above' }] } });
  expect((await change('link.loss', 0.5)).status).toBe(200);
  expect(await change('bandwidth.low', 10)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/clear', code: 'alarm.clear.below' }] },
  });
  expect((await change('bandwidth.low', 30)).status).toBe(200);
  await server.remove();
});
