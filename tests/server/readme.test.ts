import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CHANNEL, type Client, DELEGATE, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { objects } from '#tests/support/answers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

const readme = readFileSync('README.md', 'utf8');
/** The rows of the README's table of demo accounts. */
const told = [...readme.matchAll(/^\| `(\S+@demo\.example)` \| (\d+) compan(?:y|ies), (\d+) sites: (.+) \|$/gm)].map(
  ([, account = '', companies, sites, may = '']) => ({ account, companies: Number(companies), sites: Number(sites), may }),
);

const companiesOf = async (client: Client): Promise<string[]> =>
  resultsOf(await client.get('/api/v1/companies', { query: { view: 'list', limit: '1000' } })).map((row) => String(row['companyId']));

/** In how many of its companies an account may make a tag, or a firewall rule. */
async function changes(client: Client, path: string, body: object): Promise<number> {
  const replies = (await companiesOf(client)).map((id) =>
    client.post(`/api/v1/companies/${id}/${path}`, body, { query: { dryRun: 'true' } }),
  );
  return (await Promise.all(replies)).filter(({ status }) => status !== 403).length;
}

describe('what the README says that each demo account sees', () => {
  test('names them all', () => {
    expect(told.map(({ account }) => account.split('@')[0])).toEqual([
      'super',
      'global',
      'channel',
      'company',
      'viewer',
      'regional',
      'delegate',
    ]);
  });

  test.each(told)('$account: $companies and $sites', async ({ account, companies, sites }) => {
    const client = await server.as(account);
    expect((await companiesOf(client)).length).toBe(companies);
    expect((await client.get('/api/v1/sites', { query: { limit: '1' } })).body['total']).toBe(sites);
  });

  test.each([
    ['super', 3, 3],
    ['global', 2, 2],
    ['channel', 0, 0],
    ['company', 1, 1],
    ['viewer', 0, 1],
    ['regional', 1, 1],
  ])('%s changes configuration in %d of its companies, the firewall in %d', async (name, configures, firewalls) => {
    const client = await server.as(`${name}@demo.example`);
    expect(await changes(client, 'tags', { name: 'Read me', type: 'site' })).toBe(configures);
    expect(await changes(client, 'zones', { name: 'readme' })).toBe(firewalls);
  });

  test('admin changes its default name, and then sees what super sees', async () => {
    const row = /^\| `admin` \| the forced change of a default name, then as `(\S+)` \|$/m.exec(readme)?.[1];
    expect(row).toBe(SUPER);
    const admin = await server.as('admin');
    expect(await admin.get('/api/v1/sites')).toMatchObject({ status: 403, body: { code: 'default-account' } });
    expect((await admin.put('/api/v1/username', { username: 'renamed@demo.example' })).status).toBe(204);
    const [renamed, boss] = [await server.as('renamed@demo.example'), await server.as(SUPER)];
    const sees = async (client: Client): Promise<unknown[]> => [
      await companiesOf(client),
      (await client.get('/api/v1/sites', { query: { limit: '1' } })).body['total'],
      (await client.get('/api/v1/users', { query: { limit: '1' } })).body['total'],
    ];
    expect(await sees(renamed)).toEqual(await sees(boss));
    expect(await changes(renamed, 'tags', { name: 'Read me', type: 'site' })).toBe(3);
  });

  test('delegate reads its own company, and changes a region of the other', async () => {
    expect(told.find(({ account }) => account === DELEGATE)?.may).toBe(
      'reads its own, changes a region of the other, which is delegated to it',
    );
    const client = await server.as(DELEGATE);
    const own = String((await (await server.as(SUPER)).get(`/api/v1/users/${DELEGATE}`)).body['companyId']);
    const other = (await companiesOf(client)).find((id) => id !== own) ?? '';
    const tag = (company: string) =>
      client.post(`/api/v1/companies/${company}/tags`, { name: 'Read me', type: 'site' }, { query: { dryRun: 'true' } });
    expect((await client.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    expect(await tag(own)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const all = resultsOf(await (await server.as(SUPER)).get(`/api/v1/companies/${other}/sites`, { query: { limit: '1000' } }));
    const some = resultsOf(await client.get(`/api/v1/companies/${other}/sites`, { query: { limit: '1000' } }));
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    const seen = new Set(some.map(({ siteId }) => siteId));
    const rename = async (siteId: unknown) => {
      const body = { operation: 'updateSite', path: { companyId: other, siteId }, set: { remark: 'Read me' } };
      return objects((await client.post('/api/v1/bulk', { dryRun: true, items: [body] })).body['results'])[0];
    };
    expect(await rename(some[0]?.['siteId'])).toMatchObject({ status: 200 });
    expect(await rename(all.find(({ siteId }) => !seen.has(siteId))?.['siteId'])).toMatchObject({ status: 404 });
  });

  test('channel reads, and handles compliance', async () => {
    expect(told.find(({ account }) => account === CHANNEL)?.may).toBe('reads those of its channel, handles their compliance');
    const client = await server.as(CHANNEL);
    for (const company of await companiesOf(client)) {
      const [site] = resultsOf(await client.get(`/api/v1/companies/${company}/sites`, { query: { limit: '1' } }));
      const business = { companyId: company, name: 'Read me', kind: 'office', purpose: 'Meetings', siteIds: [site?.['siteId']] };
      const reply = await client.post('/api/v1/complianceBusinesses', business, { query: { dryRun: 'true' } });
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    }
  });
});
