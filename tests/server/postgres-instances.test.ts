import { portOf } from '#tests/support/answers.ts';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { watchAlarms } from '#server/features/alarm/index.ts';
import { manualClock } from '#server/store/clock.ts';
import { simulateAlarms } from '#server/simulator/run.ts';
import { clientOf, type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { createDatabase, type Database } from '#tests/support/postgres.ts';

const root = resolve(import.meta.dirname, '../..');
const clock = manualClock(Date.now());
let database: Database;
let here: TestServer;
let there: TestServer;
let tags: string;
let own: string;
/** The same account, by the same token, on each. */
let onHere: Client;
let onThere: Client;

beforeAll(async () => {
  database = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  // both start at once on an empty database
  [here, there] = await Promise.all([testServer({ databaseUrl: database.url, clock }), testServer({ databaseUrl: database.url, clock })]);
  const { token } = await here.services.sessions.create(COMPANY);
  [onHere, onThere] = [clientOf(here, token), clientOf(there, token)];
  own = await companyOf(onHere);
  tags = `/api/v1/companies/${own}/tags`;
});
afterAll(async () => {
  await Promise.all([here, there].map((server) => server?.remove()));
  await database?.drop();
});

const tag = (name: string) => ({ name, type: 'site' });
const totalOf = async (client: Client, query: Record<string, string> = {}): Promise<number> =>
  Number((await client.get(tags, { query })).body['total']);

describe('sessions', () => {
  test('one log-in holds everywhere', async () => {
    expect((await onThere.get(tags)).status).toBe(200);
    const raw = await there.anonymous.post('/api/v2/tokens', { username: COMPANY, password: 'Demo1234' });
    expect(raw.status).toBe(201);
    expect((await clientOf(here, String(raw.body['token'])).get(tags)).status).toBe(200);
  });

  test('a token that one renewed is valid at the other, and the refresh token spent everywhere', async () => {
    const first = await here.services.sessions.create(COMPANY);
    const renewed = await here.services.sessions.refresh(COMPANY, first.refreshToken);
    expect((await clientOf(there, renewed?.token).get(tags)).status).toBe(200);
    const again = await there.services.sessions.refresh(COMPANY, first.refreshToken);
    expect(again?.token).toBe(renewed?.token);
  });

  test('log-out on one ends what the other remembers', async () => {
    const { token } = await here.services.sessions.create(COMPANY);
    expect((await clientOf(there, token).get(tags)).status).toBe(200);
    await clientOf(here, token).post('/api/v1/logout');
    await expect.poll(async () => (await clientOf(there, token).get(tags)).status).toBe(401);
  });
});

describe('changes', () => {
  test('a write on one is in the next list of the other, and in its total', async () => {
    for (let index = 0; index < 25; index++) {
      const before = await totalOf(onThere);
      expect((await onHere.post(tags, tag(`seen ${index}`))).status).toBe(201);
      expect(await totalOf(onThere)).toBe(before + 1);
      expect(await totalOf(onThere, { keyword: `seen ${index}` })).toBeGreaterThan(0);
    }
  });

  test('a page that one keeps holds at once what the other wrote, and soon what somebody wrote past both', async () => {
    const names = async (): Promise<unknown[]> => resultsOf(await onThere.get(tags, { query: { limit: '500' } })).map(({ name }) => name);
    for (let index = 0; index < 10; index++) {
      await names();
      await onHere.post(tags, tag(`kept ${index}`));
      expect(await names()).toContain(`kept ${index}`);
    }
    const { table } = here.services.store.spec('Tag');
    await here.services.store.engine.write(async (tx) => {
      const renamed = (column: string) => sql`${sql.ref(column)} = replace(${sql.ref(column)}, 'kept 9', 'by hand')`;
      await sql`update ${sql.table(table)} set ${renamed('doc')}, ${renamed('row')}`.execute(tx);
    });
    await expect.poll(names).toContain('by hand');
  });

  test('a socket on one hears of a change on the other', async () => {
    await there.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await there.services.sessions.create(COMPANY);
    const socket: Socket = io(`http://127.0.0.1:${portOf(there.app.server)}`, { transports: ['websocket'] });
    try {
      const heard: number[] = [];
      socket.on('alerts', ({ total }: { total: number }) => heard.push(total));
      socket.on('connect', () => socket.emit('alertSubscribe', { companyId: own, token }));
      await expect.poll(() => heard.length).toBe(1);
      // one that is counted, and that explains no other: nothing else asks for attention in its place
      const query = { companyId: own, status: ['firing'], attention: ['due'], limit: '100' };
      const alert = resultsOf(await onHere.get('/api/v1/mgr/alerts', { query })).find(
        ({ code }) => code !== 'device.offline' && code !== 'link.down',
      );
      expect(alert).toBeDefined();
      await onHere.post(`/api/v1/mgr/alerts/${String(alert?.['alertId'])}/resolve`);
      await expect.poll(() => heard.at(-1), { timeout: 5000 }).toBe((heard[0] ?? 0) - 1);
    } finally {
      socket.close();
    }
  });

  test('maintenance is seen by all', async () => {
    const boss = await here.as(SUPER);
    await boss.put('/api/v1/system', { enable: false, maintenanceNote: 'Back at ten' });
    await expect.poll(async () => (await onThere.post(tags, tag('too late'))).status).toBe(503);
    await boss.put('/api/v1/system', { enable: true });
    await expect.poll(async () => (await onThere.post(tags, tag('in time'))).status).toBe(201);
  });

  test('a right that was taken is gone everywhere', async () => {
    const boss = await here.as(SUPER);
    const account = await boss.get('/api/v1/users/viewer@demo.example');
    const viewer = await there.as('viewer@demo.example');
    expect((await viewer.get(tags)).status).toBe(200);
    const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt']);
    const settable = Object.fromEntries(Object.entries(account.body).filter(([name]) => !readOnly.has(name)));
    const changed = await boss.put('/api/v1/users/viewer@demo.example', { ...settable, enable: false }, { ifMatch: account.etag });
    expect(changed.status).toBe(200);
    await expect.poll(async () => (await viewer.get(tags)).status).toBe(401);
  });
});

describe('at the same moment', () => {
  test('of two who change the same revision one is told that it is stale', async () => {
    for (let round = 0; round < 10; round++) {
      const made = await onHere.post(tags, tag(`race ${round}`));
      const path = `${tags}/${String(made.body['id'])}`;
      const replies = await Promise.all(
        [onHere, onThere].map((client, index) =>
          client.put(path, { ...tag(`race ${round}`), remark: `by ${index}` }, { ifMatch: made.etag }),
        ),
      );
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
  });

  test('of two who take the same name one is told that it is taken', async () => {
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all([onHere, onThere].map((client) => client.post(tags, tag(`name ${round}`))));
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  test('what is referred to stays, or what refers to it is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const id = String((await onHere.post(tags, tag(`held ${round}`))).body['id']);
      const site = { name: `Holds_${round}`, deployMode: 'gateway', siteTag: [id] };
      const [made, deleted] = await Promise.all([
        onHere.post(`/api/v1/companies/${own}/sites`, site),
        onThere.delete(`${tags}/${id}`, { ifMatch: '"1"' }),
      ]);
      expect([made.status, deleted.status].join(' ')).toMatch(/^(201 409|422 204)$/);
    }
  });

  test('many writers on both come through', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? onHere : onThere).post(tags, tag(`crowd ${index}`))),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(await totalOf(onThere, { keyword: 'crowd' })).toBe(60);
  });
});

describe('jobs', () => {
  test('run once among all', async () => {
    const ran: number[] = [];
    for (const { services } of [here, there])
      services.jobs.on('test.once', ['index'], (payload) => {
        ran.push(Number(payload.index));
        return Promise.resolve();
      });
    for (let index = 0; index < 30; index++) await here.services.jobs.at(clock.now(), 'test.once', { index: String(index) });
    await Promise.all([here.services.jobs.runDue(), there.services.jobs.runDue()]);
    await Promise.all([here.services.jobs.runDue(), there.services.jobs.runDue()]);
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });

  test('the demo network ticks in one of them', async () => {
    await Promise.all([simulateAlarms(here.services), simulateAlarms(there.services)]);
    const jobs = await here.services.store.engine.read.selectFrom('jobs').select('id').where('kind', '=', 'simulate.alarms').execute();
    expect(jobs).toHaveLength(1);
  });

  test('one that a process held when it was killed is taken over when its lease is over', async () => {
    const child = spawn(process.execPath, ['tests/server/job-holder.ts', database.url], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((done, fail) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('holding') && done());
      child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
    });
    child.removeAllListeners('exit');
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    const taken: unknown[] = [];
    there.services.jobs.on('test.hold', ['of'], (payload) => Promise.resolve(void taken.push(payload)));
    const lease = await there.services.store.engine.read
      .selectFrom('jobs')
      .select('lease_until')
      .where('kind', '=', 'test.hold')
      .executeTakeFirst();
    clock.advance(Math.max(0, (lease?.lease_until ?? 0) - clock.now() - 1));
    await there.services.jobs.runDue();
    expect(taken).toEqual([]);
    clock.advance(1);
    await there.services.jobs.runDue();
    expect(taken).toEqual([{ of: 'the killed' }]);
  });
});

test('thresholds are compared by one of them at a time: what is beyond fires once', async () => {
  const { store, system } = here.services;
  const spec = store.spec('AlarmConfiguration');
  // every circuit is beyond it
  await system.write(async (tx) => {
    const [known] = await tx.find(spec, { code: 'link.latency' });
    if (!known) throw new Error('no configuration');
    await tx.update(spec, known, { ...known.doc, enable: true, compare: 'above', threshold: 0.1, clear: 0.05, duration: 0 });
  });
  for (const { services } of [here, there]) await watchAlarms(services);
  const compared = [here, there].map(({ services }) => vi.spyOn(services.telemetry, 'series'));
  const both = () => Promise.all([here, there].map(({ services }) => services.jobs.runDue()));
  const companies = (await system.ids(store.spec('Company'), {})).length;
  for (let round = 0; round < 4; round++) {
    clock.advance(30_000);
    for (const spy of compared) spy.mockClear();
    await both();
    const calls = compared.map(({ mock }) => mock.calls.length);
    expect(Math.min(...calls), `round ${round}: ${calls.join(' and ')}`).toBe(0);
    expect(Math.max(...calls)).toBeLessThanOrEqual(companies);
  }
  const alerts = await system.docs(store.spec('Alert'), { where: { code: 'link.latency', origin: 'measured' }, skip: 0, limit: 10_000 });
  const firing = alerts.filter(({ status }) => status === 'firing').map(({ neId, link }) => `${neId} ${link}`);
  expect(firing.length).toBeGreaterThan(20);
  expect(new Set(firing).size).toBe(firing.length);
  vi.restoreAllMocks();
});

describe('changes of a site that wait', () => {
  const MINUTE = 60_000;
  const ROUNDS = 6;
  let sites: string;
  let waiting: string;

  /** Both look after what is due at once, again and again. */
  const bothRun = (): Promise<unknown> =>
    Promise.all(Array.from({ length: ROUNDS }, () => [here, there].map((server) => server.services.jobs.runDue())).flat());
  const made = async (name: string): Promise<string> => {
    sites = `/api/v1/companies/${own}/sites`;
    waiting = `/api/v1/companies/${own}/scheduledChanges`;
    const reply = await onHere.post(sites, { name, deployMode: 'gateway', remark: 'before' });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return String(reply.body['siteId']);
  };
  const put = (client: Client, name: string, id: string, query: Record<string, string>): ReturnType<Client['put']> =>
    client.put(`${sites}/${id}`, { name, deployMode: 'gateway', remark: 'after' }, { ifMatch: '*', query });
  const stored = async (client: Client, id: string): Promise<Record<string, unknown>> => (await client.get(`${sites}/${id}`)).body;
  const revisions = async (id: string): Promise<number> =>
    resultsOf(await onThere.get('/api/v1/history', { query: { resource: 'Site', id } })).length;
  const ofSite = async (client: Client, id: string): Promise<Record<string, unknown>> =>
    resultsOf(await client.get(waiting, { query: { siteId: id } }))[0] ?? {};
  /** The same account again on each: sessions end meanwhile. */
  const arrive = async (): Promise<void> => {
    const { token } = await here.services.sessions.create(COMPANY);
    [onHere, onThere] = [clientOf(here, token), clientOf(there, token)];
  };

  test('at its time it is applied once, whichever of them does', async () => {
    const id = await made('Due_once');
    expect((await put(onHere, 'Due_once', id, { applyAt: new Date(clock.now() + 10 * MINUTE).toISOString() })).status).toBe(200);
    expect(await ofSite(onThere, id)).toMatchObject({ state: 'scheduled' });
    await bothRun();
    expect(await stored(onThere, id)).toMatchObject({ remark: 'before', revision: 1 });
    clock.advance(10 * MINUTE);
    await bothRun();
    await arrive();
    await expect.poll(() => stored(onThere, id)).toMatchObject({ remark: 'after', revision: 2 });
    await bothRun();
    expect(await stored(onHere, id)).toMatchObject({ remark: 'after', revision: 2 });
    expect(await revisions(id)).toBe(2);
    expect(await ofSite(onHere, id)).toMatchObject({ state: 'applied', toRevision: 2 });
  });

  test('on trial it is taken back once; what the other one was told to keep stays', async () => {
    const [lost, kept] = [await made('Trial_lost'), await made('Trial_kept')];
    for (const [name, id] of [
      ['Trial_lost', lost],
      ['Trial_kept', kept],
    ] as const)
      expect((await put(onHere, name, id, { confirmWithin: '10' })).status).toBe(200);
    const { id: change } = await ofSite(onThere, kept);
    expect((await onThere.post(`${waiting}/${String(change)}/confirm`)).status).toBe(200);
    clock.advance(11 * MINUTE);
    await bothRun();
    await arrive();
    await expect.poll(() => stored(onThere, lost)).toMatchObject({ remark: 'before', revision: 3 });
    await bothRun();
    expect(await stored(onHere, lost)).toMatchObject({ remark: 'before', revision: 3 });
    expect(await revisions(lost)).toBe(3);
    expect(await ofSite(onHere, lost)).toMatchObject({ state: 'reverted' });
    expect(await stored(onHere, kept)).toMatchObject({ remark: 'after', revision: 2 });
    expect(await revisions(kept)).toBe(2);
  });
});
