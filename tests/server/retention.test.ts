import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createRetention } from '#server/kernel/retention.ts';
import { timestamp } from '#server/store/clock.ts';
import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeEach(async () => {
  server = await testServer({ seed: 'examples' });
});
afterEach(() => server.remove());

/** The retention as it is so many days from now. */
const after = (days: number, said?: ReadonlyMap<string, number>) => {
  const { store } = server.services;
  const now = () => store.clock.now() + days * DAY;
  return createRetention({ system: server.services.system, store: { ...store, clock: { ...store.clock, now } } }, said);
};
const logs = () => server.services.store.spec('LoginLog');

async function logIns(count: number, day: number): Promise<void> {
  const { system, clock, store } = server.services;
  for (let index = 0; index < count; index++)
    await system.write((tx) =>
      tx.insert(logs(), { id: `kept-${day}-${index}`, at: timestamp(clock.now()), username: `${'x'.repeat(80)}-${index}`, success: false }),
    );
  const at = clock.now() + day * DAY;
  await store.engine.write((tx) =>
    sql`update ${sql.table(logs().table)} set created_at = ${at}, updated_at = ${at} where id like ${`kept-${day}-%`}`.execute(tx),
  );
}

async function countOf(resource: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(server.services.store.specNamed(resource)?.table ?? '')}`.execute(
    server.services.store.engine.read,
  );
  return Number(rows[0]?.n);
}

test('rows go after the days of their kind, and no day before; what is going on stays', async () => {
  const client = await server.as(SUPER);
  const before = await countOf('LoginLog');
  await logIns(3, 0);
  await after(189).sweep();
  expect(await countOf('LoginLog')).toBe(before + 3);
  const firing = async () => (await client.get('/api/v1/mgr/alerts', { query: { status: ['firing'] } })).body['total'];
  const present = await firing();
  expect(present).toBeGreaterThan(0);
  expect(await after(191).sweep()).toBeGreaterThanOrEqual(3);
  expect(await countOf('LoginLog')).toBe(0);
  await after(1000).sweep();
  expect(await firing()).toBe(present);
});

test('who did what is kept for three years, and what is there keeps its last revision', async () => {
  const { engine } = server.services.store;
  const client = await server.as(SUPER);
  const tags = '/api/v1/companies/c-acme/tags';
  const id = String((await client.post(tags, { name: 'kept', type: 'site' })).body['id']);
  for (const remark of ['a', 'b'])
    await client.put(`${tags}/${id}`, { name: 'kept', type: 'site', remark }, { headers: { 'if-match': '*' } });
  const revisions = async () => {
    const found = sql<{ revision: number }>`select revision from revisions where resource = 'Tag' and id = ${id} order by revision`;
    return (await found.execute(engine.read)).rows.map(({ revision }) => revision);
  };
  await after(1094).sweep();
  expect(await revisions()).toEqual([1, 2, 3]);
  await after(1096).sweep();
  expect(await revisions()).toEqual([3]);
  const history = await client.get('/api/v1/history', { query: { resource: 'Tag', id } });
  expect(history.body).toMatchObject({ total: 1, results: [{ revision: 3, after: { remark: 'b' } }] });
});

test('the file of a report is kept as long as the report, and goes with it', async () => {
  const client = await server.as(SUPER);
  const at = '/api/v1/companies/c-acme/reports/rp-2025-12';
  const file = await client.get(`${at}/file`);
  expect(file.status).toBe(200);
  expect(await client.get(at)).toMatchObject({ body: { size: Buffer.byteLength(String(file.body['text'])) } });
  const files = async () => {
    const rows = await server.services.store.engine.read.selectFrom('files').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => `${id} ${name}`);
  };
  const kept = ['rp-2025-12 document', 'rp-2025-12 file'];
  expect(await files()).toEqual(kept);
  await after(399).sweep();
  expect(await files()).toEqual(kept);
  await after(401).sweep();
  expect(await files()).toEqual([]);
  expect((await client.get(`${at}/file`)).status).toBe(404);
});

test('it goes with a company too', async () => {
  const client = await server.as(SUPER);
  const { engine } = server.services.store;
  await client.get('/api/v1/companies/c-acme/reports/rp-2025-12/file');
  const spec = server.services.store.spec('Report');
  await server.services.system.write(async (tx) => {
    const report = await tx.get(spec, 'rp-2025-12');
    if (report) await tx.remove(spec, report);
  });
  expect(await engine.read.selectFrom('files').selectAll().execute()).toEqual([]);
});

test('an installation keeps longer, shorter or for ever; what is no kind is refused by name', async () => {
  await logIns(2, 0);
  const before = await countOf('LoginLog');
  await after(400, new Map([['LoginLog', 0]])).sweep();
  await after(400, new Map([['LoginLog', 500]])).sweep();
  expect(await countOf('LoginLog')).toBe(before);
  await after(31, new Map([['LoginLog', 30]])).sweep();
  expect(await countOf('LoginLog')).toBe(0);
  expect(() => after(0, new Map([['Site', 3]]))).toThrow('RETENTION names Site');
});

/** Alerts of the examples' company, as the network would have raised them. */
async function alerts(...docs: { alertId: string; status: 'firing' | 'resolved'; suppressedBy?: string }[]): Promise<void> {
  const { system, store, clock } = server.services;
  const spec = store.spec('Alert');
  const at = timestamp(clock.now());
  const base = { companyId: 'c-acme', code: 'link.loss', name: 'Loss', severity: 'Warning', raisedAt: at } as const;
  await system.write(async (tx) => {
    for (const doc of docs) await tx.insert(spec, { ...base, ...doc, ...(doc.status === 'resolved' ? { resolvedAt: at } : {}) });
  });
}

test('what refers to what goes loses it, as its reference says', async () => {
  const { system, store } = server.services;
  const spec = store.spec('Alert');
  await alerts({ alertId: 'old', status: 'resolved' }, { alertId: 'open', status: 'firing' });
  // as attention is noted: without a revision
  await system.write(async (tx) => {
    const open = await tx.get(spec, 'open');
    if (open) await tx.annotate(spec, open, { ...open.doc, attention: 'suppressed', suppressedBy: 'old' });
  });
  expect((await system.get(spec, 'open'))?.doc.suppressedBy).toBe('old');
  await after(191).sweep();
  expect(await system.get(spec, 'old')).toBeUndefined();
  const open = await system.get(spec, 'open');
  expect([open?.doc.status, open?.doc.suppressedBy]).toEqual(['firing', undefined]);
});

test('what is used stays as long as its users restrict that, and all that is not used goes', async () => {
  const { store, system } = server.services;
  const client = await server.as(SUPER);
  const tags = '/api/v1/companies/c-acme/tags';
  const names = Array.from({ length: 450 }, (_, index) => `free ${index}`);
  await system.write(async (tx) => {
    for (const [index, name] of names.entries())
      await tx.insert(store.spec('Tag'), {
        id: `t-free-${index}`,
        companyId: 'c-acme',
        name,
        type: 'site',
        scope: 'company',
        global: false,
      });
    await tx.insert(store.spec('CompanyAreaCode'), {
      id: 'uses',
      companyId: 'c-acme',
      code: 'U',
      name: 'Uses a tag',
      areaCodeId: 'none',
      siteTag: ['t-free-3'],
    });
  });
  const ids = async () => resultsOf(await client.get(tags, { query: { limit: '1000' } })).map(({ id }) => id);
  expect((await ids()).length).toBeGreaterThan(450);
  // a kind that goes by time and that others refer to
  const tag = store.spec('Tag');
  const { resource } = tag;
  if (!resource.data) throw new Error('tags have no data');
  const spec = { ...tag, resource: { ...resource, data: { ...resource.data, keep: { days: 10 } } } };
  const now = () => store.clock.now() + 11 * DAY;
  const retention = createRetention({
    system,
    store: { ...store, specs: store.specs.map((each) => (each.name === 'Tag' ? spec : each)), clock: { ...store.clock, now } },
  });
  await retention.sweep();
  const left = await ids();
  expect(left).toContain('t-free-3');
  expect(left.length).toBeLessThan(20);
});

test('deliveries go once they are settled, what still waits does not', async () => {
  const { system, store, clock } = server.services;
  const spec = store.spec('AlarmDelivery');
  const base = { companyId: 'c-acme', kind: 'mail', target: 'a@acme.example', event: 'firing', attempts: 1 } as const;
  await system.write(async (tx) => {
    for (const state of ['delivered', 'failed', 'waiting'] as const)
      await tx.insert(spec, { ...base, id: `kept-${state}`, state, sentAt: timestamp(clock.now()) });
  });
  const left = async () => (await system.ids(spec, {})).filter((id) => id.startsWith('kept-'));
  await after(189).sweep();
  expect(await left()).toHaveLength(3);
  await after(191).sweep();
  expect(await left()).toEqual(['kept-waiting']);
});

test('under the same load every day the database stops growing', async () => {
  const { store } = server.services;
  if (store.engine.dialect.name !== 'sqlite') return;
  const pages = async () => Number((await sql<{ page_count: number }>`pragma page_count`.execute(store.engine.read)).rows[0]?.page_count);
  const sizes: number[] = [];
  for (let day = 0; day < 24; day++) {
    await logIns(120, day);
    await after(day + 1, new Map([['LoginLog', 5]])).sweep();
    sizes.push(await pages());
  }
  expect(sizes[4]).toBeGreaterThan(sizes[0] ?? 0);
  // of what was kept for five days as much goes as comes
  expect((sizes[23] ?? 0) / (sizes[9] ?? 1)).toBeLessThan(1.02);
});
