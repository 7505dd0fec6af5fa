import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';

import { asArray, asObject, asText } from '#domain/json.ts';
import { watchAlarms } from '#server/features/alarm/index.ts';
import { readConfig } from '#server/telemetry/prometheus/config.ts';
import { answered } from '#tests/support/answered.ts';
import { objects, there } from '#tests/support/answers.ts';
import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { measuredWorld } from '#tests/server/measured-world.ts';
import { manualClock } from '#server/store/clock.ts';
import {
  findNodeExporter,
  findVictoriaMetrics,
  type MetricsStore,
  startMetricsStore,
  startNodeExporter,
} from '#tests/support/victoria-metrics.ts';

const MINUTE = 60_000;
const recipe = readFileSync(join(import.meta.dirname, '../../docs/how-to.md'), 'utf8');
/** The YAML of the recipe that has this property at its top. */
function fileOf(property: string): string {
  const blocks = [...recipe.matchAll(/```yaml\n([^`]*)```/g)].map(([, text = '']) => text);
  return there(blocks.findLast((text) => property in asObject(parse(text))));
}

/** Which port of the machine is which of the site. */
function relabelOf(): Record<string, unknown> {
  const [scrape] = objects(asObject(parse(fileOf('scrape_configs')))['scrape_configs']);
  return there(objects(scrape?.['metric_relabel_configs'])[0]);
}

describe.skipIf(findVictoriaMetrics() === undefined)('the recipe of a console beside VictoriaMetrics and an exporter', () => {
  let store: MetricsStore;
  let server: TestServer;
  let client: Client;
  let at: string;
  let folder: string;
  let now: number;

  beforeAll(async () => {
    store = await startMetricsStore();
    folder = mkdtempSync(join(tmpdir(), 'wan-console-recipe-'));
    writeFileSync(join(folder, 'telemetry.yaml'), fileOf('measures'));
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const telemetry = readConfig({ url: store.url, file: join(folder, 'telemetry.yaml'), env: {} });
    server = await testServer({ seed: 'empty', telemetry });
    vi.restoreAllMocks();
    const { store: items, system } = server.services;
    const [first] = await system.docs(items.spec('User'), { skip: 0, limit: 1 });
    await system.write(async (tx) => {
      await tx.insert(items.spec('User'), {
        username: SUPER,
        name: 'Boss',
        loginMethod: 'password',
        accountType: 'superAdmin',
        admin: true,
        rolesId: first?.rolesId ?? [],
        regions: [],
        enable: true,
        ipWhitelist: [],
      });
    });
    client = await server.as(SUPER);
    at = `/api/v1/companies/${String((await client.post('/api/v1/companies', { name: 'First company' })).body['companyId'])}`;
    expect((await client.post(`${at}/devices`, { sn: 'AR1200-1', model: 'AR1200' })).status).toBe(201);
    const [target] = objects(there(objects(asObject(parse(fileOf('scrape_configs')))['scrape_configs'])[0])['static_configs']);
    const name = asText(asObject(target?.['labels'])['site']);
    const wan = [{ logicName: String(relabelOf()['replacement']), ipmode: 'dhcp', bandwidth: { up: 400, down: 800 } }];
    const body = { name, deployMode: 'gateway', sn: 'AR1200-1', wan };
    const site = await client.post(`${at}/sites`, body);
    expect(site.status, JSON.stringify(site.body)).toBe(201);

    // what the exporter says of a machine that is half busy, as the store reads it every 15 s by this file
    now = server.clock.now();
    const { source_labels: from, regex, target_label: label, replacement } = relabelOf();
    expect(from).toEqual(['device']);
    const port = `device="${String(regex)}",${String(label)}="${String(replacement)}"`;
    const lines: string[] = [];
    for (let time = now - 60 * MINUTE; time <= now + 20 * MINUTE; time += 15_000) {
      const seconds = (time - now) / 1000 + 3600;
      const add = (metric: string, labels: string, value: number): number =>
        lines.push(`${metric}{site="${name ?? ''}"${labels === '' ? '' : `,${labels}`}} ${value} ${time}`);
      add('node_network_transmit_bytes_total', port, seconds * 1e6);
      add('node_network_receive_bytes_total', port, seconds * 2e6);
      add('node_network_receive_bytes_total', 'device="lo"', seconds * 9e6);
      add('node_network_up', port, 1);
      for (const cpu of [0, 1]) {
        add('node_cpu_seconds_total', `cpu="${cpu}",mode="idle"`, seconds * 0.05);
        add('node_cpu_seconds_total', `cpu="${cpu}",mode="user"`, seconds * 0.95);
      }
      add('node_memory_MemTotal_bytes', '', 8e9);
      add('node_memory_MemAvailable_bytes', '', 6e9);
      add('node_filesystem_size_bytes', 'mountpoint="/"', 100e9);
      add('node_filesystem_avail_bytes', 'mountpoint="/"', 90e9);
      add('node_filesystem_avail_bytes', 'mountpoint="/boot"', 1e9);
      add('node_hwmon_temp_celsius', 'chip="cpu"', 41);
    }
    await store.feed(lines);
  });
  afterAll(async () => {
    await server.remove();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const last = (minutes: number): Record<string, string> => ({
    startTime: new Date(now - minutes * MINUTE).toISOString(),
    endTime: new Date(now).toISOString(),
  });

  test('what the exporter says is drawn; what it does not know is a gap with its reason', async () => {
    const traffic = await client.get(`${at}/monitor/networkBandwidth`, { query: { raw: 'true', points: '5', ...last(10) } });
    const [tx, rx] = answered('getNetworkBandwidth', traffic.body).series;
    expect([tx?.values, rx?.values]).toEqual([Array(5).fill(8_000_000), Array(5).fill(16_000_000)]);
    const status = await client.get(`${at}/monitor/systemStatus`, { query: { points: '3', ...last(9) } });
    const [device] = answered('getSystemStatus', status.body).devices;
    const figures = device?.series.map(({ name, values }) => [name, values.map((value) => Math.round(value ?? -1))]);
    expect(figures).toEqual([
      ['cpu', [95, 95, 95]],
      ['memory', [25, 25, 25]],
      ['disk', [10, 10, 10]],
      ['temperature', [41, 41, 41]],
    ]);
    const quality = await client.get(`${at}/monitor/quality`, { query: last(9) });
    const circuit = resultsOf(quality).find((row) => row['interface'] === 'WAN1');
    expect([circuit?.['availability'], circuit?.['latency'], circuit?.['loss']]).toEqual([100, undefined, undefined]);
  });

  test('the network shows its load, and a threshold that is passed fires, though the console never heard of the device itself', async () => {
    const graph = await client.get(`${at}/topologyGraph`);
    expect(graph.body['source']).toBe('store');
    expect(objects(graph.body['nodes'])[0]).toMatchObject({ name: 'First_site', load: 2 });
    await watchAlarms(server.services);
    for (let half = 0; half < 30; half++) {
      server.clock.advance(MINUTE / 2);
      await server.services.jobs.runDue();
    }
    client = await server.as(SUPER);
    const alarms = await client.get('/api/v1/mgr/alerts', { query: { status: 'firing', limit: '10' } });
    expect(objects(alarms.body['result'])).toMatchObject([{ code: 'system.cpu', value: 95, origin: 'measured' }]);
  });
});

describe.skipIf(findVictoriaMetrics() === undefined || findNodeExporter() === undefined)(
  'the recipe with the exporter that it names',
  () => {
    const ends: (() => Promise<void> | void)[] = [];
    afterAll(async () => {
      for (const end of ends.toReversed()) await end();
    });

    test('what it says of this machine are the numbers of the console', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wan-console-recipe-'));
      ends.push(() => rmSync(folder, { recursive: true, force: true }));
      const exporter = await startNodeExporter();
      ends.push(exporter.stop);
      // as it is printed, but for how often who is read, and which port this machine has
      const scrape = asObject(parse(fileOf('scrape_configs')));
      const [job] = objects(scrape['scrape_configs']);
      const [target] = objects(job?.['static_configs']);
      const counters = [...(await exporter.metrics()).matchAll(/^node_network_receive_bytes_total\{device="(.+?)"\} (\S+)$/gm)];
      const [, device = ''] = there(counters.toSorted((a, b) => Number(b[2]) - Number(a[2]))[0]);
      const relabel = { ...relabelOf(), regex: device };
      const read = {
        scrape_configs: [
          {
            ...job,
            scrape_interval: '1s',
            static_configs: [{ ...target, targets: [exporter.address] }],
            metric_relabel_configs: [relabel],
          },
        ],
      };
      writeFileSync(join(folder, 'scrape.yaml'), stringify(read));
      writeFileSync(join(folder, 'telemetry.yaml'), fileOf('measures'));
      const own = await startMetricsStore([`-promscrape.config=${join(folder, 'scrape.yaml')}`, '-search.latencyOffset=1s']);
      ends.push(own.stop);
      const clock = manualClock(Date.now());
      const world = await measuredWorld(readConfig({ url: own.url, file: join(folder, 'telemetry.yaml'), env: {} }), clock);
      ends.push(() => world.server.remove());
      await world.addSite(String(asObject(target?.['labels'])['site']));
      const asked = async (path: string, query: Record<string, string>) => {
        const reply = await (await world.boss()).get(`${world.at}/monitor/${path}`, { query });
        expect(reply.status).toBe(200);
        return reply;
      };
      /** A minute that was over some seconds ago. */
      const minute = (): Record<string, string> => {
        clock.advance(Math.max(0, Date.now() - clock.now()));
        const end = clock.now() - 3000;
        return { startTime: new Date(end - MINUTE).toISOString(), endTime: new Date(end).toISOString(), points: '1' };
      };
      const measured = async () => {
        const query = minute();
        const { series } = answered('getNetworkBandwidth', (await asked('networkBandwidth', { raw: 'true', ...query })).body);
        return { query, rates: series.map(({ values }) => values[0] ?? null) };
      };
      await expect
        .poll(async () => (await measured()).rates, { timeout: 60_000, interval: 500 })
        .toEqual([expect.any(Number), expect.any(Number)]);

      const { query, rates } = await measured();
      const { devices: machines } = answered('getSystemStatus', (await asked('systemStatus', query)).body);
      const circuit = resultsOf(await asked('quality', query)).find((row) => row['interface'] === 'WAN1');
      const stored = async (expression: string): Promise<number> => {
        const form = new URLSearchParams({ query: expression, time: String(Date.parse(query['endTime'] ?? '') / 1000), nocache: '1' });
        const answer = await fetch(`${own.url}/api/v1/query`, { method: 'POST', body: form });
        const [found] = objects(asObject(asObject(await answer.json())['data'])['result']);
        return Number(there(asArray(found?.['value'])[1]));
      };
      // less than some hundreds of bits a second has decimals
      expect(rates.map((rate) => Math.round(Number(rate)))).toEqual([
        Math.round(await stored(`rate(node_network_transmit_bytes_total{device="${device}"}[2m]) * 8`)),
        Math.round(await stored(`rate(node_network_receive_bytes_total{device="${device}"}[2m]) * 8`)),
      ]);
      const text = await exporter.metrics();
      const said = (name: string): number => Number(there(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]));
      const shown = (name: string): number => there(machines[0]?.series.find((each) => each.name === name)?.values[0] ?? undefined);
      const memory = 100 - (said('node_memory_MemAvailable_bytes') / said('node_memory_MemTotal_bytes')) * 100;
      expect(Math.abs(shown('memory') - memory)).toBeLessThan(15);
      expect(shown('cpu')).toBeGreaterThan(0);
      expect(shown('cpu')).toBeLessThanOrEqual(100);
      expect(circuit?.['availability']).toBe(100 * said(`node_network_up\\{device="${device}"\\}`));
    });
  },
);
