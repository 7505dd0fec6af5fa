import { there } from '#tests/support/answers.ts';
import { pathArgs } from '#api/choose.ts';
import { fillPath } from '#domain/fill-path.ts';
import { texts, asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getPath, withoutPath } from '#domain/value.ts';
import type { Operation } from '#domain/model.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type Client, COMPANY, companyOf, type Reply, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { model, resourceOf } from '#tests/support/model.ts';

/** Properties that name a permission (`x-ui.node`): who lacks it is not told them, wherever items are told, and cannot lose them. */
let server: TestServer;
let boss: Client;
let company: string;

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(COMPANY);
  company = await companyOf(boss);
});
afterAll(() => server.remove());

/** Known before there is a server. */
const restricted = Object.keys(model.resources)
  .map(resourceOf)
  .flatMap(({ name, schemas, item }) =>
    (schemas[item]?.fields ?? []).flatMap(({ path, node }) => (node === undefined ? [] : [{ name, path, node }])),
  );

/** An administrator of the company with all its permissions, or all but those of one node. */
async function account(username: string, without?: string): Promise<Client> {
  const levels = without === undefined ? undefined : server.services.contract.permissions.get(without);
  const lacking = new Set([...(levels?.read ?? []), ...(levels?.edit ?? [])].map(({ id }) => id));
  const all = resultsOf(await boss.get(`/api/v1/companies/${company}/roles`)).flatMap((role) => texts(role['scopes']));
  const scopes = [...new Set(all)].filter((id) => !lacking.has(id));
  const role = await boss.post(`/api/v1/companies/${company}/roles`, { name: username.split('@')[0], type: 'company', scopes });
  expect([role.status, role.body['errors']]).toEqual([201, undefined]);
  const body = { username, name: 'Somebody', password: 'Demo12345', accountType: 'company', companyId: company };
  const made = await boss.post('/api/v1/users', { ...body, rolesId: [role.body['roleId']] });
  expect([made.status, made.body['errors']]).toEqual([201, undefined]);
  return server.as(username);
}

const addressOf = (operation: Operation, id: string): string =>
  fillPath(operation.path, pathArgs(operation, { params: { companyId: company }, id }));

describe.each(restricted)('$path of $name', ({ name, path, node }) => {
  let spec: ItemSpec;
  let id: string;
  let blind: Client;
  let sighted: Client;
  let row: Record<'list' | 'get' | 'update', string>;
  const [property = ''] = path.split('.');

  beforeAll(async () => {
    spec = there(server.services.store.specNamed(name));
    const { list, get, update } = spec.resource.operations;
    blind = await account('blind@demo.example', node);
    sighted = await account('sighted@demo.example');
    const within = (operations: Operation[]): Operation => there(operations.find((each) => each.path.includes('{companyId}')));
    for (const { text } of (await server.services.system.list(spec, { whole: true, skip: 0, limit: 1000 })).rows) {
      const doc = asObject(JSON.parse(text));
      if (doc['companyId'] === company && getPath(doc, path) !== undefined) id = String(doc[spec.id]);
    }
    row = { list: addressOf(within(list), ''), get: addressOf(within(get), id), update: addressOf(within(update), id) };
    // something to tell of: one change of the property, and one beside it
    const doc = settable(spec, asObject((await sighted.get(row.get)).body));
    const other = { enable: true, server: '10.9.9.7' };
    expect((await sighted.put(row.update, { ...doc, [property]: other }, { ifMatch: '*' })).status).toBe(200);
  });

  /** Every answer that tells of the item. */
  async function answers(client: Client): Promise<[string, Reply][]> {
    const found: [string, Reply][] = [
      ['item', await client.get(row.get)],
      ['list', await client.get(row.list, { query: { keyword: id, limit: '1000' } })],
      ['history', await client.get('/api/v1/history', { query: { resource: name, id } })],
    ];
    const log = await client.get('/api/v1/operationLogs', { query: { itemId: id, option: '5' } });
    found.push(['log', log]);
    for (const entry of resultsOf(log)) found.push(['log entry', await client.get(`/api/v1/operationLogs/${String(entry['id'])}`)]);
    const body = { operation: spec.resource.operations.list[0]?.id, query: {}, columns: [spec.id, property], values: 'raw' };
    found.push(['export', await client.post('/api/v1/export', body)]);
    const doc = settable(spec, asObject(found[0]?.[1].body));
    found.push(['conflict', await client.put(row.update, doc, { ifMatch: '"1"' })]);
    const { id: operation } = there(spec.resource.operations.update.find((each) => addressOf(each, id) === row.update));
    const set = { operation, path: params(), set: { name: doc['name'] } };
    found.push(['bulk', await client.post('/api/v1/bulk', { items: [set] })]);
    found.push(['change', await client.put(row.update, doc, { ifMatch: '*' })]);
    return found;
  }
  const params = (): Record<string, string> => ({ companyId: company, [spec.id]: id });
  const value = async (): Promise<unknown> => getPath((await server.services.system.get(spec, id))?.doc, path);

  test('is told to who holds the permission, in each of these answers', async () => {
    const silent = (await answers(sighted)).filter(([, reply]) => !JSON.stringify(reply.body).includes('10.9.9.7')).map(([where]) => where);
    // the list shows rows that are smaller than items, the log names what changed
    expect(silent.filter((where) => !['list', 'log', 'log entry'].includes(where))).toEqual([]);
    expect(silent.filter((where) => where === 'log entry').length).toBeLessThan(2);
  });

  test('is told to nobody else, and stays what it was when he saves', async () => {
    const before = await value();
    for (const [where, { status, body }] of await answers(blind)) {
      expect([where, status]).toEqual([where, where === 'conflict' ? 412 : 200]);
      const text = where === 'export' ? String(body['text']).split('\n').slice(1).join() : JSON.stringify(body);
      expect([where, text.includes(`"${property}"`), text.includes('10.9.9.')]).toEqual([where, false, false]);
    }
    expect(await value()).toEqual(before);
    const doc = settable(spec, asObject((await blind.get(row.get)).body));
    expect(doc).toEqual(withoutPath(doc, path));
    expect(await blind.put(row.update, { ...doc, [property]: { enable: false } }, { ifMatch: '*' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: `/${property}`, code: 'rule.heldField' }] },
    });
    expect(await value()).toEqual(before);
  });
});

test('there are such properties', () => {
  expect(restricted.map(({ name, path }) => `${name}.${path}`)).toContain('Site.configAudit');
});
