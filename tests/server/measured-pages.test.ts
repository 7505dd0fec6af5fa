import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asNumber, asObject } from '#domain/json.ts';
import { partsOf } from '#panels/parts.ts';
import { type Client, COMPANY, companyOf, REGIONAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { objects } from '#tests/support/answers.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import { formOf } from '#tests/support/model.ts';
import { addProbeReports } from '#tests/support/probe-reports.ts';
import { answered } from '#tests/support/answered.ts';

const PERIOD = 5 * 60_000;

let server: TestServer;
let client: Client;
let own: string;
let at: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  own = await companyOf(client);
  at = `/api/v1/companies/${own}`;
});
afterAll(() => server.remove());

/** What says of sites of a company how something was over time, by the schemas of the answers. */
const drawnOverTime = readdirSync(join(import.meta.dirname, '../../generated/model/forms'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => formOf(file.slice(0, -'.json'.length)))
  .filter(({ operation, schemas }) => {
    const answer = schemas[operation.answer ?? ''];
    const isOfSites = operation.path.includes('{companyId}') && operation.query.some(({ name }) => name === 'siteId');
    const isDrawn = partsOf(answer, undefined).some(({ kind }) => ['series', 'groups', 'lines'].includes(kind));
    return isOfSites && isDrawn && answer?.fields?.some(({ widget }) => widget === 'measuredRange');
  })
  .map(({ operation }) => operation.path);

type Query = Record<string, string | string[]>;
const heat = async (query: Query = {}, as = client) =>
  answered('getSlaHeatMap', (await as.get(`${at}/monitor/slaHeatMap`, { query })).body);
const flows = async (query: Query = {}) => answered('getFlowAnalysis', (await client.get(`${at}/audit/flowAnalysis`, { query })).body);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('probes by site and time', () => {
  test('each cell is the mean of the reports of its site and period, as their list has them', async () => {
    const { range, heat: map } = await heat({ metric: 'latency', option: '0' });
    expect((Date.parse(range.to) - Date.parse(range.from)) / range.points).toBe(PERIOD);
    expect(Date.parse(range.from) % PERIOD).toBe(0);
    const reports = resultsOf(
      await client.get(`${at}/slaReports`, { query: { limit: '100000', startTime: range.from, endTime: range.to } }),
    );
    expect(reports.length).toBeGreaterThan(50);
    let compared = 0;
    for (const { siteId, values } of map.rows)
      for (const [part, value] of values.entries()) {
        const start = Date.parse(range.from) + part * PERIOD;
        const measured = reports
          .filter((report) => report['siteId'] === siteId && Date.parse(String(report['periodStart'])) === start)
          .flatMap((report) => asNumber(report['latency']) ?? []);
        if (measured.length === 0) expect(value).toBeNull();
        else expect(value).toBeCloseTo(sum(measured) / measured.length, 0);
        compared += measured.length;
      }
    expect(compared).toBeGreaterThan(50);
  });

  test('the worst stand first, and a site of which nothing is known says why', async () => {
    const { heat: map } = await heat({ metric: 'loss' });
    const means = map.rows.flatMap(({ mean }) => mean ?? []);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
    expect(map.rows).toHaveLength(map.total);
    const quiet = (await heat({ metric: 'latency', option: '0' })).heat.rows.filter(({ values }) =>
      values.every((value) => value === null),
    );
    for (const { gap, mean } of quiet) expect([gap === undefined, mean]).toEqual([false, undefined]);
    const available = (await heat({ metric: 'availability' })).heat;
    expect(available.better).toBe('higher');
    const shares = available.rows.flatMap(({ mean }) => mean ?? []);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  test('breaches are the share of periods over a threshold; tasks and sites narrow', async () => {
    const { range, heat: map } = await heat({ metric: 'breaches' });
    const reports = resultsOf(
      await client.get(`${at}/slaReports`, { query: { limit: '100000', startTime: range.from, endTime: range.to } }),
    );
    const over = reports.find((report) => report['triggered'] === true);
    expect(over).toBeDefined();
    const siteId = String(over?.['siteId']);
    const own = reports.filter((report) => report['siteId'] === siteId && report['periodStart'] === over?.['periodStart']);
    const part = (Date.parse(String(over?.['periodStart'])) - Date.parse(range.from)) / PERIOD;
    const share = (own.filter((report) => report['triggered'] === true).length / own.length) * 100;
    expect(map.rows.find((row) => row.siteId === siteId)?.values[part]).toBeCloseTo(share, 1);
    const narrowed = await heat({ metric: 'breaches', siteId, taskId: String(over?.['taskId']) });
    expect(narrowed.heat.rows.map((row) => row.siteId)).toEqual([siteId]);
    expect(narrowed.heat.rows[0]?.values[part]).toBe(100);
  });

  test('each task from each site over time, with the thresholds of the task', async () => {
    const asked = async (query: Query = {}) => answered('getSlaProbes', (await client.get(`${at}/monitor/slaProbes`, { query })).body);
    const all = await asked();
    expect(all.probes.flatMap(({ series }) => series.flatMap(({ thresholds }) => thresholds ?? []))).toEqual([]);
    const { siteId = '', taskId = '' } = all.probes[0] ?? {};
    const [first, ...others] = (await asked({ siteId, taskId })).probes;
    expect(others).toEqual([]);
    expect(first?.series.map(({ name }) => name)).toEqual(['latency', 'jitter', 'loss', 'availability']);
    const task = (await client.get(`${at}/slaTasks/${first?.taskId}`)).body;
    expect(first?.series[0]?.thresholds).toMatchObject([{ value: task['latencyThreshold'] }]);
    expect(first?.series[2]?.thresholds).toMatchObject([{ value: task['lossThreshold'] }]);
  });

  test('who reaches some cities sees the sites there', async () => {
    const regional = await server.as(REGIONAL);
    const mine = resultsOf(await regional.get(`${at}/sites`, { query: { limit: '1000' } })).map((site) => site['siteId']);
    const { rows } = (await heat({}, regional)).heat;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ siteId }) => !mine.includes(siteId))).toEqual([]);
    expect(rows.length).toBeLessThan((await heat()).heat.rows.length);
  });

  test('100,000 reports are put together where they lie', { timeout: 120_000 }, async () => {
    const sites = await addProbeReports(server.services, own, 100_000);
    const started = performance.now();
    const { range, heat: map } = await heat({ metric: 'latency', option: '6' });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(range.points).toBeLessThanOrEqual(97);
    expect(map.rows.filter(({ mean }) => mean !== undefined).length).toBeGreaterThanOrEqual(sites.length);
  });

  test('a display of probes takes up to 100000 rows', async () => {
    const list = (limit: number) => client.get(`${at}/slaReports`, { query: { limit: String(limit), option: '6', sort: 'periodStart' } });
    const reply = await list(100_000);
    expect(reply.status).toBe(200);
    const rows = resultsOf(reply);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(100_000);
    const times = rows.map(({ periodStart }) => String(periodStart));
    expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''))).toBe(true);
    // there are more of them, and their number is told
    expect(Number(reply.body['total'])).toBeGreaterThanOrEqual(100_000);
    expect((await list(100_001)).status).toBe(422);
  });
});

describe('what the traffic is made of', () => {
  test('users, applications and destinations are of the same recorded flows', async () => {
    const { applications, users, destinations, flows: graph } = await flows({ option: '5', n: '100' });
    const total = sum(applications.map(({ flow }) => flow));
    expect(total).toBeGreaterThan(0);
    const { applications: measured } = answered(
      'getApplicationBandwidth',
      (await client.get(`${at}/monitor/applicationBandwidth`, { query: { option: '5' } })).body,
    );
    expect(total / sum(measured.map(({ flow }) => flow))).toBeCloseTo(1, 3);
    expect(sum(destinations.map(({ flow }) => flow)) / total).toBeCloseTo(1, 3);
    expect(users).toEqual(users.toSorted((a, b) => b.flow - a.flow));
    for (const stage of ['user', 'application', 'destination'] as const)
      expect(sum(graph.nodes.filter((node) => node.stage === stage).map(({ flow }) => flow)) / total).toBeCloseTo(1, 3);
    // what flows into an application flows out of it
    for (const [index, { stage, flow }] of graph.nodes.entries()) {
      const of = (end: 'from' | 'to') => sum(graph.links.filter((link) => link[end] === index).map((link) => link.flow));
      if (stage !== 'user') expect(Math.abs(of('to') - flow)).toBeLessThan(graph.links.length + 1);
      if (stage !== 'destination') expect(Math.abs(of('from') - flow)).toBeLessThan(graph.links.length + 1);
    }
  });

  test('one application, user or destination narrows everything beside it', async () => {
    const all = await flows({ option: '5' });
    const application = all.applications[1];
    const own = await flows({ option: '5', application: application?.name ?? '' });
    expect(own.applications.map(({ name, flow }) => [name, flow])).toEqual([[application?.name, application?.flow]]);
    expect(own.applications[0]?.share).toBe(100);
    expect(own.series.map(({ name }) => name)).toEqual(['flow']);
    const user = own.users[0];
    const both = await flows({ option: '5', application: application?.name ?? '', user: user?.name ?? '' });
    expect(both.users).toMatchObject([{ name: user?.name, flow: user?.flow }]);
    expect(sum(both.destinations.map(({ flow }) => flow)) / (user?.flow ?? 0)).toBeCloseTo(1, 3);
    const none = await flows({ option: '5', application: 'nothing is called so' });
    expect([none.applications, none.flows.nodes, none.flows.gap]).toEqual([[], [], 'notStored']);
  });

  test('users are the terminals that the list of LAN users names', async () => {
    const { users } = await flows({ option: '5', n: '30' });
    const listed = resultsOf(await client.get(`${at}/lanUsers`, { query: { limit: '1000' } })).map((user) => user['hostName']);
    expect(users.filter(({ name }) => listed.includes(name)).length).toBeGreaterThan(10);
  });
});

describe('LAN users and applications over time', () => {
  test('terminals of each site, whole numbers; city and tags of the top bar narrow', async () => {
    const measured = async (query: Query = {}) =>
      answered('getLanUserMeasurements', (await client.get(`${at}/monitor/lanUsers`, { query })).body);
    const all = await measured();
    for (const { series } of all.sites) for (const value of series[0]?.values ?? []) expect(Number.isInteger(value ?? 0)).toBe(true);
    const [first] = resultsOf(await client.get(`${at}/sites`, { query: { limit: '1', state: 'ONLINE' } }));
    const city = String(first?.['city']);
    const there = resultsOf(await client.get(`${at}/sites`, { query: { limit: '1000', city } })).map((site) => site['siteId']);
    const inCity = (await measured({ city })).sites.map(({ siteId }) => siteId);
    expect(inCity.length).toBeGreaterThan(0);
    expect(inCity.filter((id) => !there.includes(id))).toEqual([]);
    const tags = resultsOf(await client.get(`${at}/tags`, { query: { limit: '1000', type: 'site' } })).map((tag) => String(tag['id']));
    const any = (await measured({ siteTag: tags })).sites.length;
    expect(any).toBeGreaterThan(0);
    expect((await measured({ siteTag: tags, tagMatch: 'all' })).sites.length).toBeLessThan(any);
  });

  test('percentiles of each target, of one below it, and a target that does not answer says why', async () => {
    const boss = await server.as(SUPER);
    const { targets } = answered('getApmMeasurements', (await boss.get('/api/v1/monitor/apm')).body);
    expect(targets).toHaveLength(Number((await boss.get('/api/v1/apmTargets', { query: { limit: '1' } })).body['total']));
    for (const { series } of targets) {
      const [p50, p95, p99] = series;
      for (const [index, value] of (p50?.values ?? []).entries()) {
        expect(p95?.values[index] ?? 0).toBeGreaterThanOrEqual(value ?? 0);
        expect(p99?.values[index] ?? 0).toBeGreaterThanOrEqual(p95?.values[index] ?? 0);
      }
    }
    expect(targets.filter(({ series }) => series[0]?.gap !== undefined)).toHaveLength(1);
    const [one] = targets;
    const alone = answered('getApmTargetMeasurements', (await boss.get(`/api/v1/apmTargets/${one?.targetId}/measurements`)).body);
    expect(alone.targets).toEqual([one]);
    expect((await client.get('/api/v1/monitor/apm')).status).toBe(403);
  });
});

describe('alarms in the charts of what they are about', () => {
  /** Alarms as somebody else raised them: of one the fields that matter. */
  const raise = async (alarms: readonly Record<string, string>[]): Promise<void> => {
    const { store, system } = server.services;
    const spec = store.spec('Alert');
    await system.write(async (tx) => {
      for (const alarm of alarms)
        await tx.insert(spec, {
          alertId: '',
          code: '',
          name: '',
          companyId: own,
          severity: 'Critical',
          status: 'firing',
          acknowledged: false,
          raisedAt: new Date(server.clock.now() - 10 * 60_000).toISOString(),
          ...alarm,
        });
    });
  };

  test('rates of a port show its alarms and their thresholds, a sum says at which port and site', async () => {
    const sites = resultsOf(await client.get(`${at}/sites`, { query: { limit: '1000', state: 'ONLINE' } }));
    const [siteId, other] = sites.map((site) => String(site['siteId']));
    await raise([
      {
        alertId: 'rate-1',
        neId: siteId ?? '',
        code: 'bandwidth.low',
        name: 'Low bandwidth',
        origin: 'measured',
        measure: 'bandwidthLeft',
        link: 'WAN1',
      },
      {
        alertId: 'rate-2',
        neId: other ?? '',
        code: 'bandwidth.high',
        name: 'High bandwidth',
        origin: 'measured',
        measure: 'bandwidthUsed',
        link: 'WAN1',
      },
      { alertId: 'rate-3', neId: siteId ?? '', code: 'link.loss', name: 'Loss', origin: 'measured', measure: 'loss', link: 'WAN1' },
    ]);
    const asked = async (query: Query) => {
      const { series, range } = answered('getNetworkBandwidth', (await client.get(`${at}/monitor/networkBandwidth`, { query })).body);
      return {
        thresholds: series.map((each) => (each.thresholds ?? []).length),
        incidents: (range.incidents ?? []).filter(({ id }) => id.startsWith('rate-')),
      };
    };
    const port = await asked({ siteId: siteId ?? '', interface: 'WAN1' });
    expect(port.incidents.map(({ id, name, unit }) => [id, name.includes('·'), unit])).toEqual([['rate-1', false, 'bps']]);
    expect(port.thresholds[0]).toBeGreaterThan(0);
    const all = await asked({});
    expect(all.incidents.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['rate-1', 'rate-2']);
    expect(all.thresholds).toEqual([0, 0]);
    const name = String(sites[0]?.['name']);
    expect(all.incidents.find(({ id }) => id === 'rate-1')?.name.startsWith(`${name} WAN1 · `)).toBe(true);
    expect((await asked({ siteId: siteId ?? '', interface: 'WAN9' })).incidents).toEqual([]);
  });

  test('every answer that is drawn over time marks outages, work and changes at its places, and of others nothing', async () => {
    const sites = resultsOf(await client.get(`${at}/sites`, { query: { limit: '1000', state: 'ONLINE' } }));
    const [siteId = '', other = ''] = sites.slice(5).map((site) => String(site['siteId']));
    await raise([
      { alertId: 'outage-1', neId: siteId, code: 'device.offline', name: 'Device offline' },
      { alertId: 'outage-2', neId: other, code: 'device.offline', name: 'Device offline' },
    ]);
    const { clock } = server;
    const work = { startTime: new Date(clock.now() - 600_000).toISOString(), endTime: new Date(clock.now() + 600_000).toISOString() };
    for (const [name, siteIds] of [
      ['Here', [siteId]],
      ['There', [other]],
      ['Everywhere', []],
    ] as const)
      expect((await client.post(`${at}/maintenanceWindows`, { name, siteIds, ...work })).status).toBe(201);
    const site = await client.get(`${at}/sites/${siteId}`);
    const changed = { ...settable(server.services.store.spec('Site'), site.body), remark: 'Looked at' };
    expect((await client.put(`${at}/sites/${siteId}`, changed, { ifMatch: site.etag })).status).toBe(200);
    expect(drawnOverTime.length).toBeGreaterThan(12);
    for (const path of drawnOverTime) {
      const { body } = await client.get(path.replace('{companyId}', own), { query: { siteId } });
      const found = objects(asObject(body['range'])['incidents']).filter(
        ({ kind, id }) => kind !== 'alarm' || String(id).startsWith('outage-'),
      );
      expect([path, found.map(({ kind, name }) => `${String(kind)} ${String(name)}`).toSorted()]).toEqual([
        path,
        ['alarm Device offline', expect.stringMatching(/^change .* · company@demo.example$/), 'maintenance Everywhere', 'maintenance Here'],
      ]);
    }
  });

  test('the alarm of a task is marked in its probes at that site, in what has a threshold', async () => {
    const asked = async () => answered('getSlaProbes', (await client.get(`${at}/monitor/slaProbes`)).body).probes;
    const [first] = await asked();
    const { siteId = '', taskId = '' } = first ?? {};
    await raise([
      { alertId: 'probe-1', neId: siteId, taskId, code: 'sla.probe', name: 'SLA probe' },
      // long over
      {
        alertId: 'probe-2',
        neId: siteId,
        taskId,
        code: 'sla.probe',
        name: 'SLA probe',
        status: 'resolved',
        raisedAt: '2020-01-01T00:00:00Z',
        resolvedAt: '2020-01-01T01:00:00Z',
      },
    ]);
    const marked = (await asked()).flatMap((probe) =>
      probe.series.flatMap(({ name, incidents = [] }) =>
        incidents.filter(({ alertId }) => alertId.startsWith('probe-')).map(({ alertId }) => [probe.siteId, probe.taskId, name, alertId]),
      ),
    );
    expect(marked).toEqual(['latency', 'jitter', 'loss'].map((name) => [siteId, taskId, name, 'probe-1']));
  });

  test('of very many alarms of a company the newest are marked, each with its place, and how many are not is said', async () => {
    const sites = resultsOf(await client.get(`${at}/sites`, { query: { limit: '1000', state: 'ONLINE' } }));
    const siteId = String(sites[8]?.['siteId']);
    const many = Array.from({ length: 230 }, (_, number) => number);
    await raise(many.map((number) => ({ alertId: `many-${number}`, neId: siteId, code: 'device.offline', name: 'Device offline' })));
    const asked = async (query: Query) =>
      answered('getNetworkBandwidth', (await client.get(`${at}/monitor/networkBandwidth`, { query })).body).range;
    const { incidents = [], uncounted = 0 } = await asked({});
    const alarms = incidents.filter(({ kind }) => kind === 'alarm');
    expect(alarms).toHaveLength(200);
    expect(uncounted).toBeGreaterThanOrEqual(30);
    const marked = alarms.find(({ id }) => id.startsWith('many-'));
    expect(marked?.place).toBe(String(sites[8]?.['name']));
    expect(marked?.name).toMatch(new RegExp(`^${marked?.place} · `, 'u'));
    const other = await asked({ siteId: String(sites[9]?.['siteId']) });
    expect(other.uncounted).toBeUndefined();
  });
});
