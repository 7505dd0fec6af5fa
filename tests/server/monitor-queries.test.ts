import { asArray, asObject, isText } from '#domain/json.ts';
import type { DirectionStats, MeasuredSeries } from '#generated/server/stored.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  type Client,
  COMPANY,
  companyOf,
  REGIONAL,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
} from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';
import { shaped, sure } from '#tests/support/shape.ts';
import { there } from '#tests/support/answers.ts';

type Series = MeasuredSeries;

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;
let path: string;
let sites: Record<string, unknown>[];

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
  path = `/api/v1/companies/${own}/monitor`;
  sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000', sort: 'name' } }));
});
afterAll(() => server.remove());

const now = (): number => server.clock.now();
const at = (ms: number): string => new Date(ms).toISOString();
const siteIn = (state: string): string => String(sites.find((site) => site['state'] === state && site['siteId'] !== undefined)?.['siteId']);
const isRange = shaped({ from: isText, to: isText, points: (value): value is number => typeof value === 'number' });
const rangeOf = (reply: Reply) => sure(reply.body['range'], isRange);
const bandwidthOf = ({ body }: Reply) => answered('getNetworkBandwidth', body);
/** Figures of what was measured without a gap. */
const whole = ({ max, avg, current, flow }: DirectionStats) => ({
  max: there(max),
  avg: there(avg),
  current: there(current),
  flow: there(flow),
});
const qualityOf = ({ body }: Reply) => answered('getCircuitQuality', body);
const seriesOf = (reply: Reply): Series[] => bandwidthOf(reply).series;

describe('ranges', () => {
  test('the last 30 minutes unless something else is asked', async () => {
    const { from, to, points } = rangeOf(await client.get(`${path}/networkBandwidth`));
    expect(Date.parse(to)).toBe(now());
    expect(Date.parse(to) - Date.parse(from)).toBe(30 * 60_000);
    expect(points).toBe(120);
  });

  test('the option index names a preset, explicit times win', async () => {
    const day = rangeOf(await client.get(`${path}/networkBandwidth`, { query: { option: '5' } }));
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(24 * 3_600_000);
    const [startTime, endTime] = [at(now() - 7_200_000), at(now() - 3_600_000)];
    const given = rangeOf(await client.get(`${path}/networkBandwidth`, { query: { option: '5', startTime, endTime } }));
    expect([Date.parse(given.from), Date.parse(given.to)]).toEqual([now() - 7_200_000, now() - 3_600_000]);
    expect((await client.get(`${path}/networkBandwidth`, { query: { option: '8' } })).status).toBe(422);
  });

  test.each([
    'applicationBandwidth',
    'circuitQuality',
    'wirelessSignal',
    'systemStatus',
    'shared',
    'quality',
    'ranking',
    'topn',
    'dashboard',
  ])('%s takes startTime, endTime and option, by default the last 30 minutes', async (query) => {
    const usual = rangeOf(await client.get(`${path}/${query}`, { query: { points: '3' } }));
    expect(Date.parse(usual.to) - Date.parse(usual.from)).toBe(30 * 60_000);
    const hour = rangeOf(await client.get(`${path}/${query}`, { query: { points: '3', option: '1' } }));
    expect(Date.parse(hour.to) - Date.parse(hour.from)).toBe(3_600_000);
  });

  test.each(['auditService', 'authReports'])('records of %s too', async (list) => {
    const url = `/api/v1/companies/${own}/${list === 'auditService' ? 'auditServices' : list}`;
    const [half, week] = [await client.get(url), await client.get(url, { query: { option: '6' } })];
    expect(Number(week.body['total'])).toBeGreaterThan(Number(half.body['total']));
    for (const row of resultsOf(half)) expect(now() - Date.parse(String(row['at']))).toBeLessThanOrEqual(30 * 60_000);
    const times = resultsOf(week).map((row) => String(row['at']));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('as many points as asked, and no more than allowed', async () => {
    const siteId = siteIn('ONLINE');
    const reply = await client.get(`${path}/networkBandwidth`, { query: { siteId, points: '2000', option: '7' } });
    expect(seriesOf(reply).map((series) => series.values.length)).toEqual([2000, 2000]);
    expect((await client.get(`${path}/networkBandwidth`, { query: { points: '2001' } })).status).toBe(422);
  });
});

describe('what was measured', () => {
  test('traffic stats: tx and rx each with max, avg, current and flow', async () => {
    const reply = await client.get(`${path}/networkBandwidth`, { query: { siteId: siteIn('ONLINE'), option: '5', raw: 'true' } });
    const { traffic } = bandwidthOf(reply);
    for (const { max, avg, current, flow } of [traffic.tx, traffic.rx].map(whole)) {
      expect(max).toBeGreaterThan(avg);
      expect(avg).toBeGreaterThan(0);
      expect(current).toBeLessThanOrEqual(max);
      expect(flow / ((avg / 8) * 86_400)).toBeCloseTo(1, 3);
    }
    expect(whole(traffic.rx).avg).toBeGreaterThan(whole(traffic.tx).avg);
  });

  test('up is what is sent, down what is received', async () => {
    const query = { siteId: siteIn('ONLINE') };
    const both = seriesOf(await client.get(`${path}/networkBandwidth`, { query }));
    const up = seriesOf(await client.get(`${path}/networkBandwidth`, { query: { ...query, direction: 'up' } }));
    const down = seriesOf(await client.get(`${path}/networkBandwidth`, { query: { ...query, direction: 'down' } }));
    expect([...up, ...down]).toEqual(both);
    expect(both.map((series) => series.name)).toEqual(['tx', 'rx']);
    expect((await client.get(`${path}/networkBandwidth`, { query: { direction: 'left' } })).status).toBe(422);
  });

  test('the same past, whenever and in whatever part it is asked', async () => {
    const siteId = siteIn('ONLINE');
    const [from, to] = [now() - 8 * 3_600_000, now() - 4 * 3_600_000];
    const measured = async (until: number, points: string): Promise<Series[]> => {
      const query = { siteId, startTime: at(from), endTime: at(until), points };
      const [circuit] = qualityOf(await client.get(`${path}/circuitQuality`, { query })).circuits;
      return circuit?.series ?? [];
    };
    const [whole, half] = [await measured(to, '40'), await measured((from + to) / 2, '20')];
    expect(whole).toHaveLength(3);
    expect(whole.map((series) => series.values.slice(0, 20))).toEqual(half.map((series) => series.values));
  });

  test('nights are quieter than working days', async () => {
    const mean = async (from: string, to: string): Promise<number> =>
      bandwidthOf(await client.get(`${path}/networkBandwidth`, { query: { startTime: from, endTime: to, raw: 'true' } })).traffic.rx.avg ??
      0;
    const morning = await mean('2026-02-24T02:00:00Z', '2026-02-24T03:00:00Z');
    const night = await mean('2026-02-23T18:00:00Z', '2026-02-23T19:00:00Z');
    expect(morning).toBeGreaterThan(3 * night);
  });

  test('a device that is away measures nothing since then, the future has not been measured', async () => {
    const siteId = siteIn('OFFLINE');
    const [{ values } = { values: [] }] = seriesOf(await client.get(`${path}/networkBandwidth`, { query: { siteId, option: '0' } }));
    expect(values.every((value) => value === null)).toBe(true);
    const week = seriesOf(await client.get(`${path}/networkBandwidth`, { query: { siteId, option: '6' } }))[0]?.values ?? [];
    expect(week[0]).not.toBeNull();
    expect(week.at(-1)).toBeNull();
    const future = await client.get(`${path}/networkBandwidth`, {
      query: { siteId: siteIn('ONLINE'), startTime: at(now() + 60_000), endTime: at(now() + 120_000) },
    });
    expect(seriesOf(future).every((series) => series.values.every((value) => value === null))).toBe(true);
  });

  test('outages and losses are those of the alarms', async () => {
    const alerts = resultsOf(
      await client.get('/api/v1/mgr/alerts', { query: { companyId: own, name: 'Packet loss', limit: '1000' } }),
    ).filter((alert) => alert['status'] === 'resolved');
    const [alert] = alerts;
    expect(alert).toBeDefined();
    const middle = (Date.parse(String(alert?.['raisedAt'])) + Date.parse(String(alert?.['resolvedAt']))) / 2;
    const reply = await client.get(`${path}/circuitQuality`, {
      query: { siteId: String(alert?.['neId']), interface: 'WAN1', startTime: at(middle - 1000), endTime: at(middle + 1000), points: '1' },
    });
    const [circuit] = qualityOf(reply).circuits;
    const loss = circuit?.series.find((series) => series.name === 'loss')?.values[0] ?? 0;
    expect(loss).toBeGreaterThan(1);
  });

  test('rankings are in order, the largest add up, the dashboard counts what there is', async () => {
    const ranked = resultsOf(await client.get(`${path}/ranking`, { query: { n: '5' } })).map((row) => Number(row['value']));
    expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
    const quick = resultsOf(await client.get(`${path}/ranking`, { query: { n: '5', metric: 'latency' } })).map((row) =>
      Number(row['value']),
    );
    expect(quick).toEqual(quick.toSorted((a, b) => a - b));
    const shares = resultsOf(await client.get(`${path}/topn`, { query: { n: '100' } })).map((row) => Number(row['share']));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    // of this range, and what the analysis of traffic says of it
    for (const hours of [1, 24]) {
      const range = { startTime: at(now() - hours * 3_600_000), endTime: at(now()) };
      const analysed = (await client.get(`/api/v1/companies/${own}/audit/flowAnalysis`, { query: { ...range, n: '20' } })).body;
      const top = async (dimension: string) =>
        resultsOf(await client.get(`${path}/topn`, { query: { ...range, n: '20', dimension } })).map(({ name, flow, share }) => [
          name,
          flow,
          share,
        ]);
      for (const [dimension, part] of [
        ['user', 'users'],
        ['application', 'applications'],
        ['category', 'categories'],
      ] as const) {
        const rows = asArray(analysed[part]).map(asObject);
        expect(rows.length, dimension).toBeGreaterThan(4);
        expect(await top(dimension), dimension).toEqual(rows.map(({ name, flow, share }) => [name, flow, share]));
      }
      // of a site it is what was measured at it
      const [most] = resultsOf(await client.get(`${path}/topn`, { query: { ...range, n: '1', dimension: 'site' } }));
      const of = await client.get(`${path}/networkBandwidth`, { query: { ...range, siteId: String(most?.['siteId']), raw: 'true' } });
      const { tx, rx } = bandwidthOf(of).traffic;
      expect(Number(most?.['flow']) / (there(tx.flow) + there(rx.flow))).toBeCloseTo(1, 6);
    }
    const dashboard = await client.get(`${path}/dashboard`);
    expect(dashboard.body['sites']).toMatchObject({ total: sites.length });
    const listed = async (...state: string[]): Promise<unknown> =>
      (await client.get(`/api/v1/companies/${own}/sites?limit=1&${state.map((each) => `state=${each}`).join('&')}`)).body['total'];
    expect(dashboard.body['sites']).toMatchObject({
      reachable: await listed('ONLINE', 'EXCEPTION'),
      unreachable: await listed('OFFLINE', 'TEMPORARYOFFLINE'),
      neverReported: await listed('UNCONFIGURED', 'CONFIGURED'),
    });
    const firing = await client.get('/api/v1/mgr/alerts', { query: { companyId: own, status: 'firing', attention: 'due', limit: '1' } });
    const counted = Object.values(answered('getDashboard', dashboard.body).alerts).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(firing.body['total']);
  });

  test('signal of cellular ports, load of devices, flow analysis and the present', async () => {
    const { circuits: signal } = answered('getWirelessSignal', (await client.get(`${path}/wirelessSignal`)).body);
    expect(signal.length).toBeGreaterThan(0);
    for (const { series } of signal) for (const value of series[0]?.values ?? []) if (value !== null) expect(value).toBeLessThan(-60);
    const status = await client.get(`${path}/systemStatus`, { query: { siteId: siteIn('ONLINE') } });
    const { devices } = answered('getSystemStatus', status.body);
    expect(devices[0]?.series.map((series) => series.name)).toEqual(['cpu', 'memory', 'disk', 'temperature']);
    const analysis = await client.get(`/api/v1/companies/${own}/audit/flowAnalysis`, { query: { option: '5' } });
    expect(asArray(analysis.body['applications']).length).toBeGreaterThan(5);
    const present = await client.get(`/api/v1/companies/${own}/audit/realtime`, { query: { limit: '1000' } });
    expect(resultsOf(present)).toHaveLength(sites.length);
    const away = resultsOf(present).filter((row) => row['online'] !== true);
    expect(away.length).toBeGreaterThan(0);
    expect(away.filter((row) => row['rx'] !== undefined || row['gap'] === undefined)).toEqual([]);
  });
});

describe('bandwidth display correction', () => {
  const corrected = async (query: Record<string, string> = {}): Promise<{ reply: Reply; points: { index: number; raw: number }[] }> => {
    const reply = await client.get(`${path}/networkBandwidth`, {
      query: { option: '7', points: '2000', siteId: siteIn('ONLINE'), interface: 'WAN1', ...query },
    });
    return { reply, points: seriesOf(reply).flatMap((series) => series.corrected ?? []) };
  };
  const configure = async (enable: boolean): Promise<void> => {
    const { body, etag } = await boss.get('/api/v1/system');
    const settings = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'updatedAt' && name !== 'revision'));
    const reply = await boss.put(
      '/api/v1/system',
      { ...settings, bandwidthCorrection: { enable, threshold: 0.5, capacityFactor: 1 } },
      { ifMatch: etag },
    );
    expect(reply.status).toBe(200);
  };

  test('readings above the threshold are replaced, marked, and kept as raw; raw=true shows them', async () => {
    await configure(true);
    const { reply, points } = await corrected();
    expect(points.length).toBeGreaterThan(0);
    const [circuit] = bandwidthOf(reply).circuits ?? [];
    for (const series of seriesOf(reply)) {
      const capacity = (series.name === 'tx' ? (circuit?.up ?? 0) : (circuit?.down ?? 0)) * 1e6;
      for (const { index, raw } of series.corrected ?? []) {
        expect(raw).toBeGreaterThan(0.5 * capacity);
        expect(series.values[index]).toBeGreaterThanOrEqual(0.4 * capacity - 1);
        expect(series.values[index]).toBeLessThanOrEqual(0.9 * capacity + 1);
      }
    }
    const raw = seriesOf((await corrected({ raw: 'true' })).reply);
    const [down] = seriesOf(reply).filter((series) => series.name === 'rx');
    const read = raw.find((series) => series.name === 'rx')?.values ?? [];
    for (const { index, raw: value } of down?.corrected ?? []) expect(read[index]).toBe(value);
    expect((await corrected()).reply.body).toEqual(reply.body);
  });

  test('the switch of the platform turns it off, a threshold of 0 of the company too', async () => {
    await configure(false);
    expect((await corrected()).points).toEqual([]);
    await configure(true);
    expect((await corrected()).points.length).toBeGreaterThan(0);
    const company = await boss.get('/api/v1/companies', { query: { companyId: own } });
    const spec = server.services.store.spec('Company');
    await server.services.system.write(async (tx) => {
      const stored = spec && (await tx.get(spec, own));
      if (spec && stored) await tx.update(spec, stored, { ...stored.doc, config: { bandwidthThreshold: 0 } });
    });
    expect((await corrected()).points).toEqual([]);
    expect(company.status).toBe(200);
  });
});

describe('who may ask', () => {
  test.each([
    ['network monitoring', '0-4-0-0', 'networkBandwidth'],
    ['shared monitoring', '0-4-1-0', 'shared'],
  ])('%s is for those who hold its permission, and who holds the other one does not', async (_, scope, query) => {
    const other = scope === '0-4-0-0' ? '0-4-1-0' : '0-4-0-0';
    for (const [held, status] of [
      [scope, 200],
      [other, 403],
    ] as const) {
      const name = `watch ${query} ${held}`;
      const role = await client.post(`/api/v1/companies/${own}/roles`, { name, type: 'company', scopes: ['0-4', held.slice(0, 5), held] });
      expect(role.status).toBe(201);
      const username = `${query}.${status}@demo.example`.toLowerCase();
      const account = { username, name: 'Watcher', password: 'Demo1234', accountType: 'company', companyId: own };
      expect((await client.post('/api/v1/users', { ...account, rolesId: [role.body['roleId']] })).status).toBe(201);
      expect((await (await server.as(username)).get(`${path}/${query}`)).status).toBe(status);
    }
  });

  test('a site without a device cannot be asked, in both languages', async () => {
    const siteId = siteIn('UNCONFIGURED');
    for (const query of ['networkBandwidth', 'circuitQuality', 'systemStatus', 'applicationBandwidth'])
      expect(await client.get(`${path}/${query}`, { query: { siteId } })).toMatchObject({
        status: 409,
        body: { code: 'site.no-sn', detail: 'The site has no device SN; diagnosis and query are not possible.' },
      });
    // one of several is enough, wherever it stands
    for (const several of [
      [siteId, siteIn('ONLINE')],
      [siteIn('ONLINE'), siteId],
    ])
      expect(await client.get(`${path}/networkBandwidth`, { query: { siteId: several } })).toMatchObject({
        status: 409,
        body: { code: 'site.no-sn' },
      });
    const chinese = await client.get(`${path}/networkBandwidth`, { query: { siteId, locale: 'zh' } });
    expect(chinese.body['detail']).toBe('站点没有设备序列号，无法诊断或查询。');
  });

  test('other companies, unknown sites and sites of other regions are out of reach', async () => {
    const other = await companyOf(boss, 1);
    expect((await client.get(`/api/v1/companies/${other}/monitor/networkBandwidth`)).status).toBe(403);
    expect((await client.get(`${path}/networkBandwidth`, { query: { siteId: 'nowhere' } })).status).toBe(404);
    const regional = await server.as(REGIONAL);
    const mine = resultsOf(await regional.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } })).map(
      (site) => site['siteId'],
    );
    const seen = resultsOf(await regional.get(`${path}/quality`, { query: { limit: '1000' } })).map((row) => row['siteId']);
    expect(new Set(seen).size).toBeGreaterThan(0);
    expect(seen.filter((id) => !mine.includes(id))).toEqual([]);
    expect(mine.length).toBeLessThan(sites.length);
  });
});
