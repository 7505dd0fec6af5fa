import { createServer, type Server, type ServerResponse } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asArray, asObject } from '#domain/json.ts';
import { probePeriod } from '#server/features/sla/index.ts';
import { type PrometheusConfig, readConfig } from '#server/telemetry/prometheus/config.ts';
import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';
import { freePort } from '#tests/support/server.ts';
import { findVictoriaMetrics, type MetricsStore, startMetricsStore } from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const configOf = (url: string, more: Partial<PrometheusConfig> = {}): PrometheusConfig => ({ ...readConfig({ url, env: {} }), ...more });

/** A server whose measurements come from a store, and what its company operator sees. */
async function measuredBy(telemetry: PrometheusConfig): Promise<{ server: TestServer; client: Client; path: string; online: string[] }> {
  const server = await testServer({ telemetry });
  const client = await server.as(COMPANY);
  const company = await companyOf(client);
  const sites = resultsOf(await client.get(`/api/v1/companies/${company}/sites`, { query: { limit: '1000', sort: 'name' } }));
  const online = sites.filter((site) => site['state'] === 'ONLINE').map((site) => String(site['siteId']));
  return { server, client, path: `/api/v1/companies/${company}/monitor`, online };
}

describe.skipIf(findVictoriaMetrics() === undefined)('a Prometheus-compatible store', () => {
  let store: MetricsStore;
  let server: TestServer;
  let client: Client;
  let path: string;
  let site: string;
  let other: string;
  let now: number;

  beforeAll(async () => {
    store = await startMetricsStore();
    const measured = await measuredBy(configOf(store.url));
    ({ server, client, path } = measured);
    [site = '', other = ''] = measured.online;
    now = server.clock.now();
    const lines: string[] = [];
    // an hour of readings every 15 s: 8 Mbps are sent, 16 Mbps received; for ten minutes nothing was read
    for (let at = now - 60 * MINUTE; at <= now; at += 15_000) {
      const isRead = at < now - 20 * MINUTE || at > now - 10 * MINUTE;
      const seconds = (at - now) / 1000 + 3600;
      const labels = `site="${site}",interface="WAN1"`;
      lines.push(`wan_interface_transmit_bytes_total{${labels}} ${seconds * 1e6} ${at}`);
      if (isRead) {
        lines.push(`wan_interface_receive_bytes_total{${labels}} ${seconds * 2e6} ${at}`);
        lines.push(`wan_link_latency_seconds{${labels}} 0.025 ${at}`, `wan_link_loss_ratio{${labels}} 0.01 ${at}`);
        lines.push(`wan_link_jitter_seconds{${labels}} 0.002 ${at}`, `wan_link_up{${labels}} 1 ${at}`);
      }
      lines.push(`wan_device_cpu_ratio{site="${site}"} 0.42 ${at}`);
      lines.push(`wan_application_bytes_total{site="${site}",application="ERP",category="office"} ${seconds * 3e5} ${at}`);
      lines.push(`wan_application_bytes_total{site="${site}",application="Chat",category="nonsense"} ${seconds * 1e5} ${at}`);
      lines.push(`wan_interface_transmit_bytes_total{site="${other}",interface="WAN1"} ${seconds * 5e5} ${at}`);
      lines.push(`wan_lan_terminals{site="${site}"} 14 ${at}`);
      const flow = (user: string, application: string, destination: string): string =>
        `wan_flow_bytes_total{site="${site}",user="${user}",application="${application}",category="office",destination="${destination}"}`;
      lines.push(`${flow('li.wei', 'ERP', 'erp.example.com')} ${seconds * 3000} ${at}`);
      lines.push(`${flow('li.wei', 'Mail', 'mail.example.com')} ${seconds * 1000} ${at}`);
      lines.push(`${flow('wang.fang', 'ERP', 'erp.example.com')} ${seconds * 1000} ${at}`);
      const target = 'target="https://erp.cn.example.com"';
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="0.1"} ${seconds * 5} ${at}`);
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="0.5"} ${seconds * 10} ${at}`);
      lines.push(`wan_apm_duration_seconds_bucket{${target},le="+Inf"} ${seconds * 10} ${at}`);
      lines.push(`wan_apm_duration_seconds_count{${target}} ${seconds * 10} ${at}`);
    }
    // a week ago a circuit was full for two minutes: 10 times what it carries otherwise
    let sent = 0;
    for (let at = now - 9 * DAY; at <= now - 7 * DAY; at += MINUTE) {
      const isFull = at > now - 8 * DAY && at <= now - 8 * DAY + 4 * MINUTE;
      sent += 60 * (isFull ? 1e6 : 1e5);
      lines.push(`wan_interface_receive_bytes_total{site="${other}",interface="WAN1"} ${sent} ${at}`);
      lines.push(`wan_interface_receive_bytes_total{site="${other}",interface="WAN2"} ${sent / 2} ${at}`);
    }
    await store.feed(lines);
  });
  afterAll(async () => {
    await server.remove();
    await store.stop();
  });

  test('a peak of minutes is the peak of days, of a circuit, of a site and in the ranking, whatever the points tell', async () => {
    const days = { startTime: new Date(now - 9 * DAY).toISOString(), endTime: new Date(now - 7 * DAY).toISOString() };
    const bandwidth = async (query: Record<string, string>) => {
      const { body } = await client.get(`${path}/networkBandwidth`, {
        query: { siteId: other, raw: 'true', points: '24', ...days, ...query },
      });
      const { series, traffic, circuits } = answered('getNetworkBandwidth', body);
      return { points: Math.max(...(series[1]?.values ?? []).map((value) => value ?? 0)), max: traffic.rx.max, circuits };
    };
    const one = await bandwidth({ interface: 'WAN1' });
    // the mean of two hours hardly shows four minutes
    expect(one.points).toBeLessThan(1_200_000);
    expect(one.max).toBe(8_000_000);
    const both = await bandwidth({});
    expect(both.max).toBe(12_000_000);
    expect(both.circuits?.map((circuit) => [circuit.interface, circuit.traffic.rx.max]).slice(0, 2)).toEqual([
      ['WAN1', 8_000_000],
      ['WAN2', 4_000_000],
    ]);
    const ranked = resultsOf(await client.get(`${path}/ranking`, { query: { metric: 'rate', points: '24', ...days } }));
    expect(ranked).toMatchObject([{ id: other, value: 12_000_000 }]);
  });

  const last = (minutes: number): Record<string, string> => ({
    startTime: new Date(now - minutes * MINUTE).toISOString(),
    endTime: new Date(now).toISOString(),
  });

  test('answers the rates that were fed, and a gap where nothing was read', async () => {
    const { body } = await client.get(`${path}/networkBandwidth`, {
      query: { siteId: site, interface: 'WAN1', raw: 'true', points: '30', ...last(30) },
    });
    expect(body['range']).toMatchObject({ source: 'store', points: 30 });
    const [tx, rx] = answered('getNetworkBandwidth', body).series;
    expect(tx?.values.map((value) => Math.round((value ?? 0) / 1e4))).toEqual(Array.from({ length: 30 }, () => 800));
    // points tell of the two minutes before their end
    expect(rx?.values.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 16_000_000));
    expect(rx?.values.slice(13, 19)).toEqual(Array.from({ length: 6 }, () => null));
    expect(rx?.values.slice(24)).toEqual(Array.from({ length: 6 }, () => 16_000_000));
    expect(body['traffic']).toMatchObject({ tx: { avg: 8_000_000 }, rx: { max: 16_000_000 } });
  });

  test('sites add up; what nobody stored has its reason and no figure', async () => {
    const { body } = await client.get(`${path}/networkBandwidth`, {
      query: { siteId: [site, other], raw: 'true', points: '10', ...last(10) },
    });
    const { series, circuits } = answered('getNetworkBandwidth', body);
    expect(series[0]?.values).toEqual(Array.from({ length: 10 }, () => 12_000_000));
    const silent = circuits?.find((circuit) => circuit.siteId === other);
    expect(silent?.traffic.rx).toEqual({ gap: 'notStored' });
  });

  test('quality, load, applications and the present are read too', async () => {
    const quality = await client.get(`${path}/circuitQuality`, { query: { siteId: site, interface: 'WAN1', points: '5', ...last(9) } });
    const [circuit] = answered('getCircuitQuality', quality.body).circuits;
    expect(circuit?.series.map(({ name, values }) => [name, values.at(-1)])).toEqual([
      ['latency', 25],
      ['jitter', 2],
      ['loss', 1],
    ]);
    const rows = resultsOf(await client.get(`${path}/quality`, { query: { siteId: site, ...last(9) } }));
    expect(rows.find((row) => row['interface'] === 'WAN1')).toMatchObject({ latency: 25, loss: 1, availability: 100, score: 92 });
    const status = await client.get(`${path}/systemStatus`, { query: { siteId: site, points: '3', ...last(9) } });
    const { devices: system } = answered('getSystemStatus', status.body);
    expect(system[0]?.series[0]).toEqual({
      name: 'cpu',
      unit: '%',
      better: 'lower',
      values: [42, 42, 42],
      thresholds: [{ name: 'CPU load', severity: 'Critical', value: 90 }],
    });
    expect(system[0]?.series[3]).toEqual({
      name: 'temperature',
      unit: '°C',
      better: 'lower',
      values: [null, null, null],
      gap: 'notStored',
      thresholds: [{ name: 'Temperature', severity: 'Critical', value: 70 }],
    });
    const applications = await client.get(`${path}/applicationBandwidth`, { query: { siteId: site, ...last(30) } });
    const made = answered('getApplicationBandwidth', applications.body).applications;
    expect(made.map(({ name, category, share }) => [name, category, share])).toEqual([
      ['ERP', 'office', 75],
      ['Chat', 'other', 25],
    ]);
    const present = resultsOf(await client.get(`${path.replace('/monitor', '/audit')}/realtime`, { query: { siteId: site } }));
    expect(present[0]).toMatchObject({ siteId: site, tx: 8_000_000, rx: 16_000_000 });
  });

  test('what the traffic is made of are the flows that were recorded', async () => {
    const url = `${path.replace('/monitor', '/audit')}/flowAnalysis`;
    const asked = async (query: Record<string, string>) =>
      answered('getFlowAnalysis', (await client.get(url, { query: { siteId: site, points: '10', ...last(30), ...query } })).body);
    const all = await asked({});
    const shares = (rows: readonly { name: string; share: number }[]) => rows.map(({ name, share }) => [name, Math.round(share)]);
    expect(shares(all.users)).toEqual([
      ['li.wei', 80],
      ['wang.fang', 20],
    ]);
    expect(shares(all.applications)).toEqual([
      ['ERP', 80],
      ['Mail', 20],
    ]);
    // 5,000 bytes a second for half an hour
    expect((all.users[0]?.flow ?? 0) / (4000 * 1800)).toBeCloseTo(1, 1);
    const narrowed = await asked({ application: 'ERP', user: 'li.wei' });
    expect(shares(narrowed.destinations)).toEqual([['erp.example.com', 100]]);
    expect(narrowed.flows.nodes.map(({ name }) => name)).toEqual(['li.wei', 'ERP', 'erp.example.com']);
    const rate = narrowed.series[0]?.values.at(-1) ?? 0;
    expect(rate / (3000 * 8)).toBeCloseTo(1, 1);
    const lan = answered(
      'getLanUserMeasurements',
      (await client.get(`${path}/lanUsers`, { query: { siteId: site, points: '3', ...last(9) } })).body,
    );
    expect(lan.sites[0]?.series[0]?.values).toEqual([14, 14, 14]);
  });

  test('percentiles of an application follow from its histogram; others have nothing stored', async () => {
    const boss = await server.as(SUPER);
    const { targets } = answered(
      'getApmMeasurements',
      (await boss.get('/api/v1/monitor/apm', { query: { points: '4', ...last(20) } })).body,
    );
    const series = targets.find(({ targetId }) => targetId === 'apm-erp-cn')?.series ?? [];
    const values = (name: string) => series.find((each) => each.name === name)?.values.map((value) => Math.round(value ?? 0));
    expect(values('p50')).toEqual([100, 100, 100, 100]);
    expect(values('p95')).toEqual([460, 460, 460, 460]);
    expect(values('throughput')).toEqual([600, 600, 600, 600]);
    expect(targets.find(({ targetId }) => targetId === 'apm-crm-cn')?.series.map(({ gap }) => gap)).toEqual(
      Array.from({ length: 6 }, () => 'notStored'),
    );
  });

  test('judges probes by what a blackbox exporter measured, and fires for the site where they fail', async () => {
    const company = await companyOf(client);
    const at = `/api/v1/companies/${company}`;
    const task = {
      name: 'Portal',
      probeType: 'Http',
      target: 'portal.example.com',
      path: '/health',
      siteIds: [site, other],
      lossThreshold: 5,
    };
    const made = await client.post(`${at}/slaTasks`, task);
    expect(made.status).toBe(201);
    const { store: items, system } = server.services;
    const spec = items.spec('SlaTask');
    await system.write(async (tx) => {
      const item = await tx.get(spec, String(made.body['id']));
      if (item) await tx.update(spec, item, { ...item.doc, state: 'running' });
    });
    const end = Math.floor(now / (5 * MINUTE)) * 5 * MINUTE;
    const lines: string[] = [];
    // twenty probes in five minutes: every fifth of one site fails, of the other site nobody asks
    for (let index = 1; index <= 20; index++) {
      const when = end - 5 * MINUTE + index * 15_000 - 1000;
      const labels = `site="${site}",instance="https://portal.example.com/health"`;
      lines.push(
        `probe_success{${labels}} ${index % 5 === 0 ? 0 : 1} ${when}`,
        `probe_duration_seconds{${labels}} ${index % 2 === 0 ? 0.04 : 0.06} ${when}`,
      );
      lines.push(`probe_success{site="${site}",instance="https://elsewhere.example.com"} 0 ${when}`);
    }
    await store.feed(lines);
    await probePeriod(server.services, end);
    const of = {
      taskId: String(made.body['id']),
      startTime: new Date(end - 10 * MINUTE).toISOString(),
      endTime: new Date(end).toISOString(),
    };
    expect(resultsOf(await client.get(`${at}/slaReports`, { query: of }))).toEqual([
      expect.objectContaining({
        siteId: site,
        sent: 20,
        lost: 4,
        lossRate: 20,
        availability: 80,
        latency: 50,
        latencyMin: 40,
        latencyMax: 60,
        jitter: 10,
        triggered: true,
      }),
    ]);
    const alerts = resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: company, name: 'SLA probe', limit: '1000' } }));
    expect(alerts.filter(({ taskId }) => taskId === of.taskId)).toMatchObject([
      { neId: site, status: 'firing', origin: 'measured', value: 20, threshold: 5, unit: '%' },
    ]);
    const { body } = await client.get(`${path}/slaHeatMap`, { query: { ...of, metric: 'loss' } });
    const rows = asArray(asObject(body['heat'])['rows']).map(asObject);
    expect(rows.map(({ siteId, mean, gap }) => [siteId, mean, gap])).toEqual([
      [site, 20, undefined],
      [other, undefined, 'notStored'],
    ]);
  });

  test('what is over is asked once', async () => {
    const query = {
      siteId: site,
      points: '10',
      startTime: new Date(now - 50 * MINUTE).toISOString(),
      endTime: new Date(now - 30 * MINUTE).toISOString(),
    };
    const before = await client.get(`${path}/circuitQuality`, { query });
    await store.feed([`wan_link_latency_seconds{site="${site}",interface="WAN1"} 9 ${now - 40 * MINUTE}`]);
    expect((await client.get(`${path}/circuitQuality`, { query })).body).toEqual(before.body);
  });
});

describe('a store that does not answer', () => {
  let silent: Server;
  let server: TestServer;
  let client: Client;
  let path: string;
  let site: string;
  const open: ServerResponse[] = [];
  /** Part of the name of the metric that is not answered. */
  let hung = 'receive_bytes';

  beforeAll(async () => {
    const port = await freePort();
    silent = createServer((request, response) => {
      let form = '';
      request.on('data', (part: Buffer) => (form += part.toString()));
      request.on('end', () => {
        // this is never told; everything else there is none of
        if (decodeURIComponent(form).includes(hung)) open.push(response);
        else response.end('{"status":"success","data":{"resultType":"matrix","result":[]}}');
      });
    });
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const measured = await measuredBy(configOf(`http://127.0.0.1:${port}`, { timeout: 1000 }));
    ({ server, client, path } = measured);
    site = measured.online[0] ?? '';
  });
  afterAll(async () => {
    for (const response of open) response.destroy();
    await server.remove();
    silent.close();
  });

  test('in time has failed in what was asked of it, and in nothing else', async () => {
    const both = await client.get(`${path}/networkBandwidth`, { query: { siteId: site, points: '4' } });
    expect(both.status).toBe(200);
    expect(answered('getNetworkBandwidth', both.body).series.map(({ name, gap }) => [name, gap])).toEqual([
      ['tx', 'notStored'],
      ['rx', 'failed'],
    ]);
    for (const traffic of ['e2e', 'saas'])
      expect(
        (await client.get(`${path}/networkBandwidth`, { query: { siteId: site, trafficKind: traffic, points: '4' } })).body['series'],
      ).toContainEqual(expect.objectContaining({ name: 'rx', gap: 'failed' }));
    const [row] = resultsOf(await client.get(`${path}/shared`, { query: { siteId: site } }));
    expect(row?.['traffic']).toMatchObject({ tx: { gap: 'notStored' }, rx: { gap: 'failed' } });
  });

  test.each([
    ['e2e_transmit', 'e2e tx'],
    ['e2e_receive', 'e2e rx'],
    ['saas_receive', 'saas rx'],
  ])('of %s alone has failed in its line alone', async (metric, line) => {
    hung = metric;
    const gaps: string[] = [];
    for (const traffic of ['all', 'e2e', 'saas']) {
      const { body } = await client.get(`${path}/networkBandwidth`, { query: { siteId: site, trafficKind: traffic, points: '4' } });
      for (const { name, gap } of answered('getNetworkBandwidth', body).series) gaps.push(`${traffic} ${name} ${gap ?? ''}`);
    }
    const lines = ['all tx', 'all rx', 'e2e tx', 'e2e rx', 'saas rx'];
    expect(gaps).toEqual(lines.map((each) => `${each} ${each === line ? 'failed' : 'notStored'}`));
  });
});

describe('the demo network', () => {
  test('says that it is one, and answers the same from a thread as at once', async () => {
    const server = await testServer();
    const client = await server.as(COMPANY);
    const path = `/api/v1/companies/${await companyOf(client)}/monitor`;
    const range = { startTime: '2026-02-23T18:00:00Z', endTime: '2026-02-23T19:00:00Z' };
    // of sixty sites it is computed elsewhere, of one here
    const all = await client.get(`${path}/circuitQuality`, { query: { ...range, points: '120' } });
    expect(all.body['range']).toMatchObject({ source: 'demo' });
    const { circuits } = answered('getCircuitQuality', all.body);
    expect(circuits.length).toBeGreaterThan(60);
    const one = circuits.find(({ series }) => series[0]?.gap === undefined);
    const alone = await client.get(`${path}/circuitQuality`, {
      query: { ...range, points: '120', siteId: String(one?.siteId), interface: String(one?.interface) },
    });
    expect(alone.body['circuits']).toEqual([one]);
    await server.remove();
  });
});
