import { objects, there } from '#tests/support/answers.ts';
import { asObject, type JsonObject, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { itemSpecs } from '#server/store/items/item-spec.ts';
import { migrate } from '#server/store/migrate.ts';
import { type Client, GLOBAL, type Reply, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { areasOf, COMPANY_ID, type World } from '#tests/server/matrix/areas.ts';
import { type Doc, rowsOf } from '#tests/server/matrix/oracle.ts';

let server: TestServer;
let world: World;
let some: Client;
let all: Client;
let boss: Client;
const OWN = `/api/v1/companies/${COMPANY_ID}`;

beforeAll(async () => {
  server = await testServer();
  world = await areasOf(server);
  [some, all] = [there(world.pairs[0]?.some.client), there(world.pairs[0]?.all.client)];
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

const idOf = (site: Doc | undefined): string => String(site?.['siteId']);
const errorsOf = ({ body }: Reply): Doc[] => objects(body['errors']);
const site = (name: string, more: Doc = {}): Doc => ({ name, deployMode: 'gateway', city: world.cities[0], ...more });
/** What one may send of a row. */
function settable(name: string, doc: Doc): Doc {
  const { schemas, item } = there(server.services.contract.resources.get(name));
  const readOnly = new Set((schemas[item]?.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([property]) => !readOnly.has(property)));
}
/** No name of a site beyond the region. */
const isSilent = (reply: Reply): boolean => world.far.every(({ name }) => !JSON.stringify(reply.body).includes(String(name)));

describe('who looks after some areas', () => {
  test('is told at the field what leads beyond them, in both languages', async () => {
    const far = String(world.far[0]?.['city']);
    const refused = await some.post(`${OWN}/sites`, site('Reach_1', { city: far }));
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/city', code: 'rule.reach.city', params: { value: far } }] },
    });
    expect(errorsOf(await some.post(`${OWN}/sites`, site('Reach_1', { city: undefined })))).toMatchObject([
      { pointer: '/city', code: 'rule.reach.noCity' },
    ]);
    expect((await some.post(`${OWN}/sites`, site('Reach_1'))).status).toBe(201);
    const rule = { name: 'Reach rule', priority: 1500, strategy: 'DROP', source: { kind: 'any' }, destination: { kind: 'any' } };
    const everywhere = await some.post(`${OWN}/aclRules`, rule, { query: { locale: 'zh' } });
    expect(errorsOf(everywhere)).toMatchObject([
      { pointer: '/siteIds', code: 'rule.reach.everySite', detail: '请选择站点：不选表示公司全部站点，而您只负责其中一部分。' },
    ]);
    expect(errorsOf(await some.post(`${OWN}/aclRules`, { ...rule, siteIds: [idOf(world.near[0]), idOf(world.far[0])] }))).toMatchObject([
      { pointer: '/siteIds/1', code: 'reference-missing' },
    ]);
    expect(errorsOf(await some.post(`${OWN}/devices`, { sn: 'AR-REACH-1', model: 'AR' }))).toMatchObject([
      { pointer: '/siteId', code: 'rule.reach.noSite' },
    ]);
    expect((await some.post(`${OWN}/aclRules`, { ...rule, siteIds: [idOf(world.near[0])] })).status).toBe(201);
  });

  test('reads what also stands elsewhere without the other sites, with their number, and changes none of it', async () => {
    const rule = { name: 'Reach part', priority: 1501, strategy: 'DROP', source: { kind: 'any' }, destination: { kind: 'any' } };
    const made = await all.post(`${OWN}/aclRules`, { ...rule, siteIds: [idOf(world.near[0]), idOf(world.far[0]), idOf(world.far[1])] });
    expect(made.status).toBe(201);
    const path = `${OWN}/aclRules/${String(made.body['id'])}`;
    const seen = await some.get(path);
    expect(seen.body).toMatchObject({ siteIds: [idOf(world.near[0])], otherSites: 2 });
    expect((await all.get(path)).body).not.toHaveProperty('otherSites');
    expect(await some.put(path, { ...rule, siteIds: [idOf(world.near[0])] }, { ifMatch: seen.etag })).toMatchObject({
      status: 403,
      body: { code: 'out-of-reach' },
    });
    const history = await some.get('/api/v1/history', { query: { resource: 'AclRule', id: String(made.body['id']) } });
    expect(resultsOf(history)[0]).toMatchObject({ after: { siteIds: [idOf(world.near[0])], otherSites: 2 } });
    expect(JSON.stringify(history.body)).not.toContain(idOf(world.far[0]));
  });

  test('loses and gains what stands at a site with the city of the site, at once', async () => {
    const [moving] = world.near.slice(-1);
    const path = `${OWN}/sites/${idOf(moving)}`;
    const devices = `${OWN}/devices`;
    const at = async (): Promise<number> =>
      resultsOf(await some.get(devices, { query: { limit: '1000' } })).filter(({ siteId }) => siteId === idOf(moving)).length;
    const total = async (): Promise<number> => Number((await some.get(devices, { query: { limit: '1' } })).body['total']);
    const [before, count] = [await at(), await total()];
    expect(before).toBeGreaterThan(0);
    const move = async (city: Json | undefined): Promise<void> => {
      const { body, etag } = await all.get(path);
      const changed = settable('Site', { ...body, city });
      expect((await all.put(path, changed, { ifMatch: etag, query: { confirm: 'true' } })).status).toBe(200);
    };
    await move(world.far[0]?.['city']);
    expect([await at(), await total()]).toEqual([0, count - before]);
    expect((await some.get(path)).status).toBe(404);
    await move(moving?.['city']);
    expect([await at(), await total()]).toEqual([before, count]);
  });

  test('keeps alerts away for the own sites only, and leaves a rule for others as it is', async () => {
    const { operation } = server.services.contract.operations.get('updateFilterRule') ?? {};
    const put = String(operation?.path).replace('{companyId}', COMPANY_ID);
    const get = String(server.services.contract.operations.get('getFilterRule')?.operation.path).replace('{companyId}', COMPANY_ID);
    const rule = { enable: true, severity: ['Warning'], codes: [], neIds: [] };
    expect(errorsOf(await some.put(put, rule))).toMatchObject([{ pointer: '/neIds', code: 'rule.reach.everySite' }]);
    expect(errorsOf(await some.put(put, { ...rule, neIds: [idOf(world.far[0])] }))).toMatchObject([
      { pointer: '/neIds/0', code: 'reference-missing' },
    ]);
    expect((await some.put(put, { ...rule, neIds: [idOf(world.near[0])] })).status).toBe(200);
    expect((await all.put(put, { ...rule, neIds: [idOf(world.near[0]), idOf(world.far[0])] })).status).toBe(200);
    expect(await some.put(put, { ...rule, neIds: [idOf(world.near[0])] })).toMatchObject({ status: 403, body: { code: 'out-of-reach' } });
    expect((await some.get(get)).body['filterRule']).toMatchObject({ neIds: [idOf(world.near[0])], otherSites: 1 });
    expect((await all.put(put, { ...rule, enable: false })).status).toBe(200);
  });

  test('downloads of a report what it says of the own sites', async () => {
    const [report] = (await rowsOf(server, 'Report')).filter((row) => row['companyId'] === COMPANY_ID && row['state'] === 'success');
    const spec = server.services.store.specNamed('Report');
    const doc = { ...report, id: 'rp-reach', siteIds: [], contents: ['bandwidth', 'quality'], format: 'csv' };
    if (spec) await server.services.system.write((tx) => tx.insert(spec, asObject(doc)));
    const [mine, whole] = [await some.get(`${OWN}/reports/rp-reach/file`), await all.get(`${OWN}/reports/rp-reach/file`)];
    expect([mine.status, whole.status]).toEqual([200, 200]);
    const [near, far] = [String(world.near[0]?.['name']), String(world.far[0]?.['name'])];
    expect([near, far].map((name) => String(whole.body['text']).includes(name))).toEqual([true, true]);
    expect([near, far].map((name) => String(mine.body['text']).includes(name))).toEqual([true, false]);
  });
});

describe('what a conflict names', () => {
  const sn = (doc: Doc | undefined): string => String(doc?.['sn']);

  test('a device of another company, or at a site beyond the areas, is registered where one has no access', async () => {
    const devices = await rowsOf(server, 'Device');
    const foreign = devices.find((device) => device['companyId'] !== COMPANY_ID && device['siteId'] !== undefined);
    const other = (await rowsOf(server, 'Site')).find((each) => each['siteId'] === foreign?.['siteId']);
    const refused = await all.post(`${OWN}/sites`, site('Reach_2', { sn: sn(foreign) }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'device.taken', errors: [{ pointer: '/sn', code: 'device.taken' }] } });
    expect(JSON.stringify(refused.body)).not.toContain(String(other?.['name']));
    const beyond = devices.find((device) => world.far.some((each) => each['siteId'] === device['siteId']));
    const here = await some.post(`${OWN}/sites`, site('Reach_2', { sn: sn(beyond) }));
    expect(here).toMatchObject({ status: 409, body: { code: 'device.taken' } });
    expect(isSilent(here)).toBe(true);
    expect(await all.post(`${OWN}/sites`, site('Reach_2', { sn: sn(beyond) }))).toMatchObject({
      status: 409,
      body: { code: 'device.registered' },
    });
  });

  test('a subnet of a site beyond the areas conflicts without a name', async () => {
    const lan = (lanIp: string): JsonObject[] => [{ name: 'LAN1', lanIp, mask: 24, ipmode: 'FIA' }];
    const made = await all.post(`${OWN}/sites`, site('Reach_far', { city: world.far[0]?.['city'], lan: lan('10.231.7.1') }));
    expect(made.status).toBe(201);
    const body = site('Reach_near', { lan: lan('10.231.7.9') });
    const asked = await some.post(`${OWN}/sites`, body);
    expect(errorsOf(asked).map(({ code, level }) => [code, level])).toEqual([['site.subnet-conflict-beyond', 'confirm']]);
    expect(JSON.stringify(asked.body)).not.toContain('Reach_far');
    expect(errorsOf(await all.post(`${OWN}/sites`, body)).map(({ code }) => code)).toEqual(['site.subnet-conflict']);
    const vpn = { ...site('Reach_near'), mobileAccess: { enable: true, subnet: '10.231.7.0/24' } };
    expect(errorsOf(await some.post(`${OWN}/sites`, vpn)).map(({ code }) => code)).toContain('site.vpn-conflict-beyond');
    expect(errorsOf(await all.post(`${OWN}/sites`, vpn)).map(({ code }) => code)).toContain('site.vpn-conflict');
  });

  test('an address that somebody beyond the areas holds is taken, by nobody named', async () => {
    const bound = new Set((await rowsOf(server, 'AddressBinding')).map((row) => row['ip']));
    const online = (await rowsOf(server, 'OnlineStatus')).find(
      (row) => row['companyId'] === COMPANY_ID && row['poolId'] !== undefined && !bound.has(row['ip']),
    );
    const spec = server.services.store.spec('OnlineStatus');
    const stored = spec && (await server.services.system.get(spec, String(online?.['id'])));
    if (spec && stored) await server.services.system.write((tx) => tx.update(spec, stored, { ...stored.doc, siteId: idOf(world.far[0]) }));
    const account = (await rowsOf(server, 'WirelessAccount')).find(
      (row) => row['companyId'] === COMPANY_ID && row['id'] !== online?.['accountId'],
    );
    const body = { poolId: online?.['poolId'], accountId: account?.['id'], ip: online?.['ip'] };
    const refused = await some.post(`${OWN}/addressBindings`, body);
    expect(refused).toMatchObject({ status: 409, body: { code: 'pool.taken-beyond' } });
    expect(JSON.stringify(refused.body)).not.toContain(String(online?.['username']));
    expect(await all.post(`${OWN}/addressBindings`, body)).toMatchObject({ status: 409, body: { code: 'pool.taken' } });
  });

  test('what is in use beyond the areas is in use, and not how often', async () => {
    const made = await all.post(`${OWN}/tags`, { name: 'reach-use', type: 'site' });
    const tag = `${OWN}/tags/${String(made.body['id'])}`;
    const used = await all.post(`${OWN}/sites`, site('Reach_used', { city: world.far[0]?.['city'], siteTag: [String(made.body['id'])] }));
    expect(used.status).toBe(201);
    expect(await some.delete(tag, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'in-use.beyond' } });
    expect(await all.delete(tag, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'in-use', params: { count: 1 } } });
    const references = { query: { resource: 'Tag', id: String(made.body['id']) } };
    expect((await some.get('/api/v1/references', references)).body).toEqual({ total: 0, results: [] });
    expect((await all.get('/api/v1/references', references)).body).toMatchObject({ total: 1 });
  });
});

describe('circuits', () => {
  test('belong to the company of their site: a global account reads and changes those of its companies and of POPs', async () => {
    const client = await server.as(GLOBAL);
    const account = (await client.get(`/api/v1/users/${GLOBAL}`)).body;
    const own = new Set(texts(account['companyList']));
    const rows = await rowsOf(server, 'Circuit');
    const owned = Map.groupBy(rows, (row) =>
      row['companyId'] === undefined ? 'pop' : own.has(String(row['companyId'])) ? 'own' : 'foreign',
    );
    expect([...owned.keys()].toSorted()).toEqual(['foreign', 'own', 'pop']);
    for (const [whose, [row]] of owned) {
      const path = `/api/v1/circuits/${String(row?.['id'])}`;
      const expected = whose === 'foreign' ? 404 : 200;
      expect((await client.get(path)).status, whose).toBe(expected);
      const { id: _, companyId: __, createdAt: ___, updatedAt: ____, revision: _____, ...body } = asObject(row);
      expect((await client.put(path, { ...body, remark: 'probed' }, { ifMatch: '*' })).status, whose).toBe(expected);
    }
    const seen = resultsOf(await client.get('/api/v1/circuits', { query: { limit: '1000' } }));
    expect(seen.length).toBe(rows.length - (owned.get('foreign')?.length ?? 0));
    expect((await boss.get('/api/v1/circuits', { query: { limit: '1' } })).body['total']).toBe(rows.length);
    const [foreign] = owned.get('foreign') ?? [];
    const other = { name: 'Reach circuit', circuitNumber: 'CT-REACH-1', isp: 'telecom', bandwidth: 100 };
    expect(errorsOf(await client.post('/api/v1/circuits', { ...other, siteId: foreign?.['siteId'] }))).toMatchObject([
      { pointer: '/siteId', code: 'reference-missing' },
    ]);
    const made = await boss.post('/api/v1/circuits', { ...other, siteId: foreign?.['siteId'] });
    expect(made).toMatchObject({ status: 201, body: { companyId: foreign?.['companyId'] } });
  });

  test('of a database from before get their company when it is opened, their past with them', async () => {
    const { engine } = server.services.store;
    const specs = itemSpecs(server.services.contract.resources.values());
    const spec = specs.get('Circuit');
    const [row] = (await rowsOf(server, 'Circuit')).filter((each) => each['siteId'] !== undefined);
    const { companyId, ...before } = asObject(row);
    if (!spec) throw new Error('no circuits');
    const id = String(row?.['id']);
    await engine.write(async (tx) => {
      await tx
        .updateTable(spec.table)
        .set({ owner: null, doc: JSON.stringify(before) })
        .where('id', '=', id)
        .execute();
      await tx.updateTable('revisions').set({ owner: null }).where('resource', '=', 'Circuit').where('id', '=', id).execute();
      await tx.updateTable('meta').set({ value: 'of before' }).where('name', '=', `shape:${spec.table}`).execute();
      await migrate(tx, server.services.store.specs, engine.dialect);
    });
    const found = await engine.read.selectFrom(spec.table).select(['owner', 'doc']).where('id', '=', id).executeTakeFirst();
    expect([found?.owner, asObject(JSON.parse(String(found?.doc)))['companyId']]).toEqual([companyId, companyId]);
    const past = await engine.read
      .selectFrom('revisions')
      .select('owner')
      .distinct()
      .where('resource', '=', 'Circuit')
      .where('id', '=', id)
      .execute();
    expect(past).toEqual([{ owner: companyId }]);
  });
});
