import { objects } from '#tests/support/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, testServer, type TestServer } from '#tests/server/harness.ts';

type Doc = Record<string, unknown>;

const OWN = 'c-huaxin';
const sites = `/api/v1/companies/${OWN}/sites`;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  await client.post(sites, { name: 'Dry_taken', deployMode: 'gateway' });
});
afterAll(() => server.remove());

const site = (more: Doc): Doc => ({ name: 'Dry_new', deployMode: 'gateway', ...more });
const lan = (name: string, lanIp: unknown): Doc => ({ name, ipmode: name === 'LAN1' ? 'FIA' : 'DIA', lanIp, mask: 24 });
const placesOf = (errors: unknown): string[] =>
  objects(errors)
    .map(({ pointer, code }) => `${String(pointer)} ${String(code)}`)
    .toSorted();
const tryAll = async (...bodies: Doc[]): Promise<string[][]> => {
  const items = bodies.map((body) => ({ operation: 'createSite', path: { companyId: OWN }, body }));
  const reply = await client.post('/api/v1/bulk', { dryRun: true, items });
  return objects(reply.body['results']).map((result) => placesOf(result['errors']));
};

describe('a dry run tells in one pass', () => {
  test('bad cells, rules over several of them, references and names that are taken', async () => {
    const [found] = await tryAll(
      site({
        name: 'Dry_taken',
        longitude: 999,
        siteTag: ['t-nowhere'],
        lan: [lan('LAN1', '10.9.0.1'), lan('LAN2', '10.9.0.9')],
      }),
    );
    expect(found).toEqual([
      '/lan/1/lanIp rule.disjointSubnets.overlap',
      '/longitude schema.maximum',
      '/name duplicate.site-name',
      '/siteTag/0 reference-missing',
    ]);
  });

  test('a rule says nothing of a cell that is wrong already, and is asked of the others', async () => {
    const [found] = await tryAll(site({ lan: [lan('LAN1', '10.9.0.1'), lan('LAN2', '10.9.0.300'), lan('LAN3', '10.9.0.9')] }));
    expect(found).toEqual(['/lan/1/lanIp format.ipv4.invalid', '/lan/2/lanIp rule.disjointSubnets.overlap']);
  });

  test('a rule that asks for something is not asked while that is what cannot be read', async () => {
    const [lost, given] = await tryAll(site({ name: 7, lan: 'x' }), site({ name: 'Dry_taken', lan: 'x' }));
    expect(lost).toEqual(['/lan schema.type', '/name schema.type']);
    expect(given).toEqual(['/lan schema.type', '/name duplicate.site-name']);
  });

  test('a form that tries its document is told the same', async () => {
    const body = site({ name: 'Dry_taken', longitude: 999, siteTag: ['t-nowhere'] });
    const reply = await client.post(sites, body, { query: { dryRun: 'true' } });
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation.failed', params: { count: 3 } } });
    expect(placesOf(reply.body['errors'])).toEqual([
      '/longitude schema.maximum',
      '/name duplicate.site-name',
      '/siteTag/0 reference-missing',
    ]);
  });

  test('of a change too, against what is stored of others', async () => {
    const made = await client.post(sites, site({ name: 'Dry_changed' }));
    const siteId = String(made.body['siteId']);
    const body = { name: 'Dry_taken', deployMode: 'gateway', longitude: 999, siteTag: ['t-nowhere'] };
    const items = [{ operation: 'updateSite', path: { companyId: OWN, siteId }, body, ifMatch: made.etag }];
    const reply = await client.post('/api/v1/bulk', { dryRun: true, items });
    const [result] = objects(reply.body['results']);
    expect(placesOf(result?.['errors'])).toEqual([
      '/longitude schema.maximum',
      '/name duplicate.site-name',
      '/siteTag/0 reference-missing',
    ]);
    expect((await client.get(`${sites}/${siteId}`)).body).toMatchObject({ name: 'Dry_changed', revision: 1 });
  });

  test('a company that is not the own one is no place to look for names', async () => {
    const items = [{ operation: 'createSite', path: { companyId: 'c-yuanhang' }, body: site({ longitude: 999, siteTag: ['t-nowhere'] }) }];
    const reply = await client.post('/api/v1/bulk', { dryRun: true, items });
    const [result] = objects(reply.body['results']);
    expect(placesOf(result?.['errors'])).toEqual(['/longitude schema.maximum']);
  });
});

describe('what is to be stored', () => {
  test('is refused with all that is wrong beyond its schema, under the code of the first', async () => {
    const reply = await client.post(sites, site({ name: 'Dry_taken', siteTag: ['t-nowhere'] }));
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation.failed', params: { count: 2 } } });
    expect(placesOf(reply.body['errors'])).toEqual(['/name duplicate.site-name', '/siteTag/0 reference-missing']);
    const taken = await client.post(sites, site({ name: 'Dry_taken' }));
    expect(taken).toMatchObject({ status: 409, body: { code: 'duplicate.site-name' } });
  });
});
