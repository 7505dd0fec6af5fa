import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

/** The rows of the README's table of demo accounts. */
const told = [
  ...readFileSync('README.md', 'utf8').matchAll(/^\| `(\S+@demo\.example)` \| (\d+) compan(?:y|ies), (\d+) sites: (.+) \|$/gm),
].map(([, account = '', companies, sites, may = '']) => ({ account, companies: Number(companies), sites: Number(sites), may }));

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
});
