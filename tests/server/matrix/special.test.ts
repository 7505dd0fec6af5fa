import { objects } from '#tests/support/answers.ts';
import { everySecond } from '#tests/support/effort.ts';
import { asObject, asText, texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, clientOf, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { addDelegates } from '#tests/server/matrix/delegates.ts';
import { type Account, accountsOf, type Doc, holdsNode, rowsOf, seesCity, type TreeNode } from '#tests/server/matrix/oracle.ts';
import type { Operation, Resource } from '#domain/model.ts';
import { bodyExample, rawOperation } from '#tests/support/contract-document.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';

/** Calls of every session about something that they name themselves: what is named decides. */
let server: TestServer;
let accounts: Account[];
let tree: TreeNode[];
const clients = new Map<string, Client>();
const tokens = new Map<string, string>();
const tags = new Map<string, Doc>();
/** Of each company a tag that is gone. */
const gone = new Map<string, string>();

function clientAs(username: string): Client {
  const client = clients.get(username);
  if (!client) throw new Error(`${username} has no session here`);
  return client;
}

beforeAll(async () => {
  server = await testServer();
  await addDelegates(server, 'c-yuanhang');
  const demo = /^(?:\w+@|fixture-.*@)demo\.example$/;
  accounts = (await accountsOf(server)).filter(({ username, alive }) => alive && demo.test(username));
  tree = server.services.contract.model.permissions;
  for (const { username } of accounts) {
    const { token } = await server.services.sessions.create(username);
    tokens.set(username, token);
    clients.set(username, clientOf(server, token));
  }
  for (const tag of await rowsOf(server, 'Tag')) if (typeof tag['companyId'] === 'string') tags.set(tag['companyId'], tag);
  // a request of which every account tries to take back its part
  const boss = clientAs(SUPER);
  for (const [company, tag] of tags) {
    const { body } = await boss.get(`/api/v1/tags/${String(tag['id'])}`);
    const { name, type } = body;
    const headers = { 'x-request-id': `tag-${company}` };
    await boss.put(`/api/v1/tags/${String(tag['id'])}`, { name, type, remark: 'changed' }, { ifMatch: '*', headers });
  }
  for (const company of tags.keys()) gone.set(company, await deletedTag(company));
  freeze(server);
});
afterAll(() => server.remove());

const PACKETS = '/api/v1/companies/{companyId}/packetTest';
const refused = (reply: { status: number; body: Doc }): boolean =>
  [401, 403, 404].includes(reply.status) &&
  ['unauthenticated', 'forbidden', 'delete-forbidden', 'tenant', 'not-found'].includes(String(reply.body['code']));

async function deletedTag(company: string): Promise<string> {
  const boss = clientAs(SUPER);
  const path = `/api/v1/companies/${company}/tags`;
  const made = await boss.post(path, { name: 'gone', type: 'site' });
  const id = String(made.body['id']);
  expect((await boss.delete(`${path}/${id}`, { ifMatch: '*' })).status).toBe(204);
  return id;
}

/** Every account against every company's tag, both verdicts counted. */
async function eachTag(level: 'read' | 'edit', ask: (client: Client, tag: Doc) => Promise<{ status: number; body: Doc }>): Promise<void> {
  const wrong: string[] = [];
  const seen = new Set<boolean>();
  for (const account of accounts) {
    for (const [company, tag] of tags) {
      const may = holdsNode(tree, account, 'configuration/tag', level, { company });
      const reply = await ask(clientAs(account.username), tag);
      seen.add(may);
      if (refused(reply) === may || reply.status >= 500)
        wrong.push(`${account.username} ${company}: ${may ? 'may' : 'may not'}, got ${reply.status} ${String(reply.body['code'])}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toEqual(new Set([true, false]));
}

describe('what is named in the call decides', () => {
  test('history of an item', () =>
    eachTag('read', (client, tag) => client.get('/api/v1/history', { query: { resource: 'Tag', id: String(tag['id']) } })));

  test('where an item is used', () =>
    eachTag('read', (client, tag) => client.get('/api/v1/references', { query: { resource: 'Tag', id: String(tag['id']) } })));

  test('restoring an item', () =>
    eachTag('edit', (client, tag) => client.post('/api/v1/history/restore', { resource: 'Tag', id: tag['id'], revision: 1 })));

  test('taking back what a request changed', () =>
    eachTag('edit', async (client, tag) => {
      const reply = await client.post('/api/v1/undo', { requestId: `tag-${String(tag['companyId'])}`, actor: SUPER });
      return objects(reply.body['errors'])[0]?.['code'] === 'undo-refused.item' ? { status: 403, body: { code: 'forbidden' } } : reply;
    }));

  test('the list of what is deleted', () =>
    eachTag('edit', (client, tag) =>
      client.get('/api/v1/deleted', { query: { resource: 'Tag', companyId: String(tag['companyId']) } }).then((reply) =>
        // who may do so in another company gets an empty list of this one
        reply.status === 200 && objects(reply.body['results']).length === 0 ? { status: 404, body: { code: 'not-found' } } : reply,
      ),
    ));

  test('bringing a deleted item back', async () => {
    await eachTag('edit', async (client, tag) => {
      const reply = await client.post(
        '/api/v1/deleted/restore',
        { resource: 'Tag', items: [{ id: gone.get(String(tag['companyId'])) }] },
        { query: { dryRun: 'true' } },
      );
      const [only] = objects(reply.body['results']);
      return only ? { status: Number(only['status']), body: { code: only['code'] ?? null } } : reply;
    });
  });

  test('each item of a bulk call', () =>
    eachTag('edit', async (client, tag) => {
      const operation = { operation: 'deleteTag', path: { tagId: tag['id'] }, ifMatch: '*' };
      const reply = await client.post('/api/v1/bulk', { atomic: false, items: [operation] });
      const [only] = objects(reply.body['results']);
      return only ? { status: Number(only['status']), body: { code: only['code'] ?? null } } : reply;
    }));

  test.each([
    ['advancedFirewall', 'firewall/advancedFirewall'],
    ['applicationFirewall', 'firewall/applyFirewall'],
    ['acl', 'firewall/acl'],
    ['snat', 'firewall/snat'],
    ['dnat', 'firewall/dnat'],
    ['rateLimit', 'configuration/qos'],
    ['policyRoute', 'configuration/routerConfig'],
  ])('a packet is tried against the table %s', async (table, node) => {
    const wrong: string[] = [];
    const packet = { tables: [table], source: '10.1.0.9', destination: '203.0.113.9', protocol: 6, srcPort: 40_000, dstPort: 23 };
    for (const account of accounts) {
      for (const company of tags.keys()) {
        const may = holdsNode(tree, account, node, 'read', { company });
        const reply = await clientAs(account.username).post(PACKETS.replace('{companyId}', company), packet);
        if (refused(reply) === may) wrong.push(`${account.username} ${company}: ${may ? 'may' : 'may not'}, got ${reply.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('another account', async () => {
    const wrong: string[] = [];
    const owners = new Map((await rowsOf(server, 'User')).map((user) => [user['username'], asText(user['companyId'])]));
    for (const account of accounts) {
      for (const other of accounts) {
        const own = account.username === other.username;
        const manages = { superAdmin: 3, global: 2, channel: 1, company: 0 };
        const kind = manages[account.kind] >= manages[other.kind];
        const company = owners.get(other.username) ?? '';
        const where = company === '' ? { own: true } : { company };
        const reaches = account.kind === 'superAdmin' || (kind && (company !== '' || account.kind === 'global'));
        const may = own || (holdsNode(tree, account, 'account/accountManage', 'read', where) && reaches);
        const reply = await clientAs(account.username).get(`/api/v1/users/${other.username}`);
        if (refused(reply) === may)
          wrong.push(`${account.username} reads ${other.username}: ${may ? 'may' : 'may not'}, got ${reply.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the path between two sites, where topologies may be read and both are looked after', async () => {
    const sites = await rowsOf(server, 'Site');
    const page = { tree, node: 'configuration/topology', level: 'read' } as const;
    const wrong: string[] = [];
    const met = new Set<boolean>();
    for (const account of accounts)
      for (const company of tags.keys()) {
        const own = sites.filter(({ companyId }) => companyId === company);
        const [seen, beyond] = [true, false].map((sees) =>
          own.filter(({ city }) => seesCity(account, company, asText(city) ?? '', page) === sees).map(({ siteId }) => String(siteId)),
        );
        const may = holdsNode(tree, account, page.node, page.level, { company });
        for (const [ends, expected] of [
          [seen?.slice(0, 2) ?? [], may],
          [[...(seen?.slice(0, 1) ?? []), ...(beyond?.slice(0, 1) ?? [])], false],
        ] as const) {
          const [from, to] = ends;
          if (from === undefined || to === undefined) continue;
          const reply = await clientAs(account.username).get(`/api/v1/companies/${company}/topologyPath`, { query: { from, to } });
          met.add(expected);
          if (refused(reply) === expected || reply.status >= 500)
            wrong.push(`${account.username} ${company} ${from} ${to}: ${expected ? 'may' : 'may not'}, got ${reply.status}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(met).toEqual(new Set([true, false]));
  });

  test('a delegation is seen by whom it concerns, and ended by its giver or a manager of accounts', async () => {
    const entrusts = await rowsOf(server, 'Entrust');
    const running = asObject(entrusts.find((each) => each['entrustId'] === 'e-delegate'));
    const wrong: string[] = [];
    for (const account of accounts) {
      const { username } = account;
      const company = String(running['company']);
      const holds = account.kind === 'superAdmin' || (account.holdings[0]?.companies.has(company) ?? false);
      const sees = running['delegateFrom'] === username || running['delegateTo'] === username || (account.admin && holds);
      const ends = sees && (running['delegateFrom'] === username || holdsNode(tree, account, 'account/accountManage', 'edit', { company }));
      const client = clientAs(username);
      const read = await client.get('/api/v1/entrusts/e-delegate');
      const cancel = await client.post('/api/v1/entrusts/e-delegate/cancel');
      if (refused(read) === sees) wrong.push(`${username} sees: ${String(sees)}, got ${read.status}`);
      if (refused(cancel) === ends) wrong.push(`${username} ends: ${String(ends)}, got ${cancel.status} ${String(cancel.body['code'])}`);
    }
    expect(wrong).toEqual([]);
  });

  test('nobody ends the session of another account', async () => {
    const boss = clientAs(SUPER);
    const [own] = resultsOf(await boss.get('/api/v1/sessions'));
    const path = `/api/v1/sessions/${String(own?.['sessionId'])}`;
    for (const { username } of accounts) {
      const reply = await clientAs(username).delete(path);
      expect([username, reply.status]).toEqual([username, username === SUPER ? 204 : 404]);
    }
  });
});

describe('an action shown is an action allowed', () => {
  test('`_access` of each row is what the server allows on it', async () => {
    const wrong: string[] = [];
    const operations = [...server.services.contract.operations.values()];
    const isTried = everySecond(operations, accounts);
    let shown = 0;
    for (const account of accounts) {
      const client = clientAs(account.username);
      const company = account.kind === 'superAdmin' || account.companies.size > 0 ? await companyOf(client) : '';
      for (const served of operations) {
        const { operation, resource, query } = served;
        if (operation.kind !== 'list' || !resource || !query.has('access') || !isTried(served, account)) continue;
        const path = operation.path.replace('{companyId}', company);
        if (path.includes('{')) continue;
        const reply = await client.get(path, { query: { access: 'true', limit: '3' } });
        if (reply.status !== 200 && !refused(reply)) wrong.push(`${account.username} ${operation.id}: ${reply.status}`);
        if (reply.status !== 200) continue;
        for (const row of resultsOf(reply)) {
          const access = texts(row['_access']);
          const { get, update, delete: remove, actions } = resource.operations;
          for (const each of [...get, ...update, ...remove, ...actions]) {
            const address = each.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
              encodeURIComponent(String(name === each.pathParams.at(-1)?.name ? row[resource.id] : (row[name] ?? company))),
            );
            if (each.pathParams.length > 1 && row['companyId'] === undefined) continue;
            const answer = await server.app.inject({
              method: each.method,
              url: `${address}?locale=en`,
              headers: {
                authorization: `Bearer ${tokens.get(account.username) ?? ''}`,
                'if-match': '*',
                ...(each.body === undefined ? {} : { 'content-type': 'application/json' }),
              },
              ...(each.body === undefined
                ? {}
                : {
                    payload: JSON.stringify(each.kind === 'action' ? exampleOf(each) : await settable(resource, String(row[resource.id]))),
                  }),
            });
            const code = answer.statusCode < 400 ? '' : String(asObject(JSON.parse(answer.body))['code']);
            const no = [
              'forbidden',
              'delete-forbidden',
              'tenant',
              'not-found',
              'out-of-reach',
              'out-of-reach.companies',
              // a row that is not its caller's has words of its own for it
              'site.change-not-yours',
            ].includes(code);
            shown++;
            // a state that does not allow it is told before who may
            if (answer.statusCode >= 500 || (access.includes(each.id) ? no : !no && code !== 'action-not-now'))
              wrong.push(
                `${account.username} ${each.id} ${String(row[resource.id])}: shown ${String(no)}, got ${answer.statusCode} ${code}`,
              );
          }
        }
      }
    }
    console.log(`_access: ${shown} actions on rows, ${wrong.length} mismatches`);
    expect(wrong.slice(0, 40)).toEqual([]);
    expect(shown).toBeGreaterThan(1000);
  }, 900_000);
});

/** What the contract shows as the body of an action. */
function exampleOf({ path, method }: Operation): unknown {
  return bodyExample(rawOperation({ path, method })) ?? {};
}

const documents = new Map<string, Map<string, Doc>>();

/** What one may send of a stored item: a body that fails its checks would hide who may send it. */
async function settable(resource: Resource, id: string): Promise<Doc> {
  let known = documents.get(resource.name);
  if (!known)
    documents.set(resource.name, (known = new Map((await rowsOf(server, resource.name)).map((doc) => [String(doc[resource.id]), doc]))));
  const readOnly = new Set((resource.schemas[resource.item]?.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(known.get(id) ?? {}).filter(([name]) => !readOnly.has(name)));
}
