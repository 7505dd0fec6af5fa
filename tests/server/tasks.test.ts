import { asObject, type JsonObject, texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { objects } from '#tests/support/answers.ts';
import { probePeriod } from '#server/features/sla/index.ts';
import { packetsOf } from '#tests/support/packets.ts';
import { type Client, COMPANY, companyOf, GLOBAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;
let keeper: Client;
let own: string;
let sites: Record<string, unknown>[];

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  keeper = await server.as(GLOBAL);
  own = await companyOf(client);
  sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000', sort: 'name' } }));
});
afterAll(() => server.remove());

const siteIn = (state: string): string => String(sites.find((site) => site['state'] === state)?.['siteId']);
/** Time goes on second by second, as the jobs see it. */
const wait = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    server.clock.advance(1000);
    await server.services.jobs.runDue();
  }
};
/** Sessions end when nobody works for half an hour. */
const logInAgain = async (): Promise<void> => {
  [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
};

const kinds = [
  {
    name: 'SlaTask',
    client: () => client,
    path: () => `/api/v1/companies/${own}/slaTasks`,
    body: (n: number) => ({ name: `Probe ${n}`, probeType: 'Ping', target: 'www.example.com', siteIds: [siteIn('ONLINE')] }),
  },
  {
    name: 'ExecutionTask',
    client: () => keeper,
    path: () => '/api/v1/executionTasks',
    body: (n: number) => ({ companyId: own, name: `Work ${n}`, kind: 'inspection', siteIds: [siteIn('ONLINE')] }),
  },
  {
    name: 'DiagnosisTask',
    client: () => client,
    path: () => `/api/v1/companies/${own}/diagnosisTasks`,
    body: () => ({ siteId: siteIn('ONLINE'), kind: 'ping', target: 'www.example.com' }),
  },
];
const states = ['assigned', 'pending', 'running', 'success', 'failed'] as const;
let counter = 0;

describe.each(kinds)('states of $name', ({ name, client: as, path, body }) => {
  /** A task that stands in a state. */
  async function taskIn(state: string): Promise<string> {
    const made = await as().post(path(), body(++counter));
    expect(made.status).toBe(201);
    const id = String(made.body['id']);
    const spec = server.services.store.specNamed(name);
    await server.services.system.write(async (tx) => {
      const stored = spec && (await tx.get(spec, id));
      if (spec && stored) await tx.update(spec, stored, { ...stored.doc, state });
    });
    return `${path()}/${id}`;
  }

  test.each(states)('%s: what is active stops and does not run, what is over runs and does not stop', async (state) => {
    const isActive = ['assigned', 'pending', 'running'].includes(state);
    const url = await taskIn(state);
    const refused = await as().post(`${url}/${isActive ? 'run' : 'stop'}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    expect((await as().get(url)).body['state']).toBe(state);
    const done = await as().post(`${url}/${isActive ? 'stop' : 'run'}`);
    expect(done.status).toBe(200);
    expect(done.body['state']).toBe(isActive ? (name === 'SlaTask' ? 'success' : 'failed') : 'assigned');
  });

  test('a new task is pending, is taken up and runs by the clock of the server', async () => {
    const made = await as().post(path(), body(++counter));
    expect(made.body['state']).toBe('pending');
    const url = `${path()}/${String(made.body['id'])}`;
    const seen = new Set<string>();
    for (let second = 0; second < 20; second++) {
      seen.add(String((await as().get(url)).body['state']));
      await wait(1);
    }
    expect([...seen].slice(0, 3)).toEqual(['pending', 'assigned', 'running']);
    const end = await as().get(url);
    expect(end.body['state']).toBe(name === 'SlaTask' ? 'running' : 'success');
    if (name !== 'SlaTask') expect(end.body).toMatchObject({ progress: 100, finishedAt: expect.any(String) });
  });

  test('the state cannot be written', async () => {
    const written = await as().post(path(), { ...body(++counter), state: 'success' });
    expect(written.status).toBe(422);
  });
});

test('an active task is not deleted, one that is over is', async () => {
  const made = await keeper.post('/api/v1/executionTasks', { companyId: own, name: 'Held', kind: 'backup', siteIds: [siteIn('ONLINE')] });
  const url = `/api/v1/executionTasks/${String(made.body['id'])}`;
  expect(await keeper.delete(url, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'task.active' } });
  const chinese = await keeper.delete(url, { ifMatch: '*', query: { locale: 'zh' } });
  expect(chinese.body['detail']).toBe('任务“Held”仍在执行，请先停止再删除。');
  await keeper.post(`${url}/stop`);
  expect((await keeper.delete(url, { ifMatch: '*' })).status).toBe(204);
});

test('work fails at devices that do not answer, and says at which', async () => {
  const siteIds = [siteIn('ONLINE'), siteIn('OFFLINE')];
  const made = await keeper.post('/api/v1/executionTasks', { companyId: own, name: 'Mixed', kind: 'reboot', siteIds });
  const url = `/api/v1/executionTasks/${String(made.body['id'])}`;
  await wait(4);
  const half = (await keeper.get(url)).body;
  expect(half['progress']).toBeLessThan(100);
  await wait(30);
  const { body } = await keeper.get(url);
  expect(body).toMatchObject({ state: 'failed', progress: 100 });
  expect(Number(body['done']) + Number(body['failedCount'])).toBe(body['total']);
  expect(body['message']).toContain('no answer');
  const other = String(
    resultsOf(await keeper.get('/api/v1/sites', { query: { limit: '1000' } })).find((site) => site['companyId'] !== own)?.['siteId'],
  );
  const foreign = await keeper.post('/api/v1/executionTasks', { companyId: own, name: 'Foreign', kind: 'reboot', siteIds: [other] });
  expect(foreign).toMatchObject({ status: 422, body: { errors: [{ pointer: '/siteIds/0', code: 'reference-missing' }] } });
});

describe('diagnosis', () => {
  const path = (): string => `/api/v1/companies/${own}/diagnosisTasks`;
  let passes = false;
  /** No rules but those that let everything pass. */
  async function letPass(): Promise<void> {
    if (passes) return;
    const boss = await server.as(SUPER);
    for (const table of ['advancedFirewallRules', 'aclRules']) {
      const url = `/api/v1/companies/${own}/${table}`;
      for (const { ruleId, id } of resultsOf(await boss.get(url, { query: { limit: '1000' } })))
        expect((await boss.delete(`${url}/${String(ruleId ?? id)}`, { ifMatch: '*' })).status).toBe(204);
      const made = await boss.post(url, { name: 'Pass', priority: 10, strategy: 'ACCEPT', siteIds: [] });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
    passes = true;
  }

  test('a site without a device cannot be diagnosed, in both languages', async () => {
    const body = { siteId: siteIn('UNCONFIGURED'), kind: 'ping', target: 'www.example.com' };
    expect(await client.post(path(), body)).toMatchObject({
      status: 409,
      body: { code: 'site.no-sn', detail: 'The site has no device SN; diagnosis and query are not possible.' },
    });
    expect((await client.post(path(), body, { query: { locale: 'zh' } })).body['detail']).toBe('站点没有设备序列号，无法诊断或查询。');
  });

  test.each(['ping', 'traceroute', 'tcping', 'dns', 'http', 'speedTest'])('%s writes its lines one after the other', async (kind) => {
    const made = await client.post(path(), { siteId: siteIn('ONLINE'), kind, target: 'www.example.com' });
    const url = `${path()}/${String(made.body['id'])}`;
    await wait(2);
    const early = texts((await client.get(url)).body['lines']);
    await wait(25);
    const { body } = await client.get(url);
    const lines = texts(body['lines']);
    expect(body['state']).toBe('success');
    expect(lines.length).toBeGreaterThan(early.length);
    expect(lines.slice(0, early.length)).toEqual(early);
    expect(typeof (body['latency'] ?? body['download'])).toBe('number');
  });

  test('a POP that is out of order breaks ping, traceroute and the walk alike', async () => {
    const { store, system } = server.services;
    const sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
    const online = sites.filter(({ siteId, reachability }) => reachability === 'reachable' && siteId !== undefined);
    const found = await Promise.all(
      online.map(async ({ siteId }) => (await client.get(`/api/v1/companies/${own}/sites/${String(siteId)}`)).body),
    );
    const site = found.find(({ selectedPop, sn }) => asObject(selectedPop)['preferredPop'] !== undefined && sn !== undefined);
    const pop = String(asObject(site?.['selectedPop'])['preferredPop']);
    const spec = store.spec('Pop');
    const before = await system.get(spec, pop);
    if (before) await system.write((tx) => tx.annotate(spec, before, { ...before.doc, serviceStatus: 'abnormal' }));
    await letPass();
    const results: Record<string, JsonObject> = {};
    for (const kind of ['ping', 'traceroute', 'walk']) {
      const made = await client.post(path(), { siteId: site?.['siteId'], kind, target: 'www.example.com' });
      expect(made.status).toBe(201);
      await wait(12);
      results[kind] = (await client.get(`${path()}/${String(made.body['id'])}`)).body;
    }
    if (before) await system.write((tx) => tx.annotate(spec, before, before.doc));
    expect(results['ping']).toMatchObject({ state: 'failed', lossRate: 100 });
    expect(results['traceroute']).toMatchObject({ state: 'failed' });
    expect(texts(results['traceroute']?.['lines']).at(-1)).toContain('* * *');
    expect(results['walk']).toMatchObject({ state: 'failed', brokenAt: 'pop' });
    expect(objects(results['walk']?.['steps']).at(-1)).toMatchObject({ stage: 'pop', state: 'broken', name: before?.doc.name });
  });

  test('the walk asks the rules for what the site sends, and names the one that denies', async () => {
    const siteId = siteIn('ONLINE');
    await letPass();
    const walked = async (): Promise<JsonObject> => {
      const made = await client.post(path(), { siteId, kind: 'walk', target: '203.0.113.9', port: 4711 });
      await wait(12);
      return (await client.get(`${path()}/${String(made.body['id'])}`)).body;
    };
    const open = await walked();
    expect(objects(open['steps'])[1]).toMatchObject({ stage: 'rules', state: 'ok', resource: 'AdvancedFirewallRule' });
    const boss = await server.as(SUPER);
    const stop = { name: 'Stop 4711', priority: 1, strategy: 'REJECT', siteIds: [siteId], protocol: 6, dstPorts: '4711' };
    const made = await boss.post(`/api/v1/companies/${own}/aclRules`, stop);
    expect(made.status).toBe(201);
    const denied = await walked();
    expect(denied).toMatchObject({ state: 'failed', brokenAt: 'rules' });
    expect(objects(denied['steps']).at(-1)).toMatchObject({
      stage: 'rules',
      state: 'broken',
      resource: 'AclRule',
      itemId: made.body['id'],
    });
    // the tools of the device itself are no traffic of the site
    const ping = await client.post(path(), { siteId, kind: 'ping', target: '203.0.113.9' });
    await wait(12);
    expect((await client.get(`${path()}/${String(ping.body['id'])}`)).body['state']).toBe('success');
    expect((await boss.delete(`/api/v1/companies/${own}/aclRules/${String(made.body['id'])}`, { ifMatch: '*' })).status).toBe(204);
  });

  test('a capture is a pcap file whose packets are whole; nothing else has one', async () => {
    const siteId = siteIn('ONLINE');
    const made = await client.post(path(), { siteId, kind: 'capture', target: 'shop.example.com', port: 8443, count: 40 });
    const url = `${path()}/${String(made.body['id'])}/file`;
    expect(await client.get(url)).toMatchObject({ status: 409, body: { code: 'capture.none' } });
    await wait(12);
    const { token } = await server.services.sessions.create(COMPANY);
    const { rawPayload, statusCode } = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    expect(statusCode).toBe(200);
    expect(rawPayload.byteLength).toBe((await client.get(url.replace(/\/file$/, ''))).body['captureSize']);
    const packets = packetsOf(rawPayload);
    expect(packets).toHaveLength(40);
    expect(new Set(packets.map(({ port }) => port))).toEqual(new Set([8443]));
    for (const { headerSum, at } of packets) expect([headerSum, at > 1e9]).toEqual([0xffff, true]);
  });

  test('a test stands beside the same one at other times, with the difference', async () => {
    const siteId = siteIn('ONLINE');
    const ids: string[] = [];
    for (let index = 0; index < 2; index++) {
      const made = await client.post(path(), { siteId, kind: 'ping', target: 'compare.example.com' });
      ids.push(String(made.body['id']));
      await wait(10);
    }
    const [first, second] = await Promise.all(ids.map(async (id) => (await client.get(`${path()}/${id}`)).body));
    const { body } = await client.get(`${path()}/${ids[1] ?? ''}/measurements`);
    const change = Number(first?.['latency']) - Number(second?.['latency']);
    expect(objects(body['runs'])).toEqual([
      {
        diagnosisTaskId: ids[0],
        at: first?.['startedAt'],
        state: 'success',
        latency: first?.['latency'],
        lossRate: first?.['lossRate'],
        latencyChange: expect.closeTo(change, 1),
      },
    ]);
  });

  test('what cannot be reached fails: a silent device, a name that does not exist', async () => {
    for (const body of [
      { siteId: siteIn('OFFLINE'), kind: 'ping', target: 'www.example.com' },
      { siteId: siteIn('ONLINE'), kind: 'http', target: 'nobody.invalid' },
    ]) {
      const made = await client.post(path(), body);
      await wait(10);
      expect((await client.get(`${path()}/${String(made.body['id'])}`)).body['state']).toBe('failed');
    }
  });
});

describe('SLA probes', () => {
  const path = (): string => `/api/v1/companies/${own}/slaTasks`;
  const probe = (more: Record<string, unknown>) => ({
    name: `SLA ${++counter}`,
    probeType: 'Ping',
    target: 'strict.example.com',
    siteIds: [siteIn('ONLINE')],
    ...more,
  });
  const running = async (more: Record<string, unknown>): Promise<string> => {
    const made = await client.post(path(), probe(more));
    expect(made.status).toBe(201);
    await wait(3);
    return String(made.body['id']);
  };
  const PERIOD = 5 * 60_000;
  const period = async (): Promise<void> => {
    server.clock.advance(PERIOD - (server.clock.now() % PERIOD));
    await probePeriod(server.services, server.clock.now());
    await logInAgain();
  };

  const firedOf = async (taskId: string): Promise<JsonObject[]> =>
    resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: own, name: 'SLA probe', limit: '1000' } })).filter(
      (alert) => alert['taskId'] === taskId,
    );
  /** Changes what a task accepts. */
  const accept = async (id: string, thresholds: Record<string, number>): Promise<void> => {
    const { body, etag } = await client.get(`${path()}/${id}`);
    const settable = Object.fromEntries(['name', 'probeType', 'target', 'siteIds', 'consecutive'].map((name) => [name, body[name]]));
    expect((await client.put(`${path()}/${id}`, { ...settable, ...thresholds }, { ifMatch: etag })).status).toBe(200);
  };

  test('each kind of probe asks for what it needs', async () => {
    expect((await client.post(path(), probe({ probeType: 'TCPing' }))).status).toBe(422);
    expect((await client.post(path(), probe({ probeType: 'TCPing', tcpPort: 443 }))).status).toBe(201);
    expect((await client.post(path(), probe({ probeType: 'Http', path: '/health' }))).status).toBe(201);
    expect((await client.post(path(), probe({ probeType: 'DNS', dnsServer: '192.0.2.53' }))).status).toBe(201);
    expect((await client.post(path(), probe({ probeType: 'DNS', tcpPort: 53 }))).status).toBe(422);
    expect(await client.post(path(), probe({ siteIds: [siteIn('UNCONFIGURED')] }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/siteIds/0', code: 'site.no-sn' }] },
    });
    // one of several is told at its place
    const several = await client.post(path(), probe({ siteIds: [siteIn('ONLINE'), siteIn('UNCONFIGURED')] }));
    expect([several.status, several.body['errors']]).toMatchObject([422, [{ pointer: '/siteIds/1', code: 'site.no-sn' }]]);
    expect(several.body['errors']).toHaveLength(1);
  });

  test('an open probe alert triggers when results are beyond a threshold, a closed one does not', async () => {
    const strict = { latencyThreshold: 1 };
    const [open, closed] = [await running(strict), await running({ ...strict, probeAlert: 'closed' })];
    await period();
    const [watched, quiet] = [(await client.get(`${path()}/${open}`)).body, (await client.get(`${path()}/${closed}`)).body];
    expect(watched).toMatchObject({ triggered: true, badPeriods: 1 });
    expect(watched['latency']).toBeGreaterThan(1);
    expect(quiet).toMatchObject({ triggered: false });
    const fired = () => firedOf(open);
    expect(await fired()).toMatchObject([{ status: 'firing', code: 'sla.probe', neId: siteIn('ONLINE') }]);
    await period();
    expect(await fired()).toHaveLength(1);
    await accept(open, { latencyThreshold: 9000, jitterThreshold: 9000, lossThreshold: 100 });
    await period();
    expect((await client.get(`${path()}/${open}`)).body).toMatchObject({ triggered: false, badPeriods: 0 });
    expect(await fired()).toMatchObject([{ status: 'resolved', resolvedBy: 'system' }]);
  });

  test('so many bad periods in a row are needed, and a stopped task reports no more', async () => {
    const id = await running({ latencyThreshold: 1, consecutive: 2 });
    await period();
    expect((await client.get(`${path()}/${id}`)).body).toMatchObject({ triggered: false, badPeriods: 1 });
    await period();
    expect((await client.get(`${path()}/${id}`)).body['triggered']).toBe(true);
    const reports = async (): Promise<number> =>
      Number((await client.get(`/api/v1/companies/${own}/slaReports`, { query: { taskId: id, option: '5' } })).body['total']);
    const before = await reports();
    expect(before).toBe(2);
    await client.post(`${path()}/${id}/stop`);
    await period();
    expect(await reports()).toBe(before);
  });

  test('each site fires by itself, with what it measured, and is cleared when as many periods are well', async () => {
    const [near, gone] = [siteIn('ONLINE'), siteIn('OFFLINE')];
    const thresholds = { jitterThreshold: 9000, lossThreshold: 99 };
    const id = await running({ ...thresholds, siteIds: [near, gone], latencyThreshold: 1, consecutive: 2 });
    const states = async () => new Map((await firedOf(id)).map((alert) => [alert['neId'], alert['status']]));
    await period();
    const since = new Date(server.clock.now() - PERIOD).toISOString().replace('.000Z', 'Z');
    expect(await firedOf(id)).toEqual([]);
    await period();
    const [row] = resultsOf(
      await client.get(`/api/v1/companies/${own}/slaReports`, { query: { taskId: id, siteId: near, sort: '-periodStart' } }),
    );
    expect(new Map((await firedOf(id)).map((alert) => [alert['neId'], alert]))).toEqual(
      new Map([
        [near, expect.objectContaining({ status: 'firing', origin: 'measured', value: row?.['latency'], threshold: 1, unit: 'ms', since })],
        [gone, expect.objectContaining({ status: 'firing', origin: 'measured', value: 100, threshold: 99, unit: '%', since })],
      ]),
    );
    // one period that is well is not enough
    await accept(id, { ...thresholds, latencyThreshold: 9000 });
    await period();
    expect([...(await states()).values()]).toEqual(['firing', 'firing']);
    await period();
    expect(await states()).toEqual(
      new Map([
        [near, 'resolved'],
        [gone, 'firing'],
      ]),
    );
    expect((await client.get(`${path()}/${id}`)).body['triggered']).toBe(true);
    // who does not probe any more knows of nothing that is wrong
    await client.post(`${path()}/${id}/stop`);
    await period();
    expect([...(await states()).values()]).toEqual(['resolved', 'resolved']);
  });
});
