import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { QueryTimeoutError } from '#server/store/engine.ts';
import { StatementCache } from '#server/store/sqlite/database.ts';
import {
  type Client,
  COMPANY,
  companyOf,
  DELEGATE,
  REGIONAL,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

/** Problems of the catalogue that belong to no area: each provoked through the public API, in both languages where the specification gives words. */
let server: TestServer;
let boss: Client;
let client: Client;
let own: string;
beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
  client = await server.as(COMPANY);
  own = await companyOf(client);
});
afterAll(() => server.remove());

const inChinese = { query: { locale: 'zh' } };

async function account(more: Record<string, unknown>): Promise<Record<string, unknown>> {
  const [role] = resultsOf(await client.get(`/api/v1/companies/${own}/roles`));
  return {
    username: 'fresh@demo.example',
    name: 'Fresh',
    password: 'Welcome22',
    accountType: 'company',
    rolesId: [role?.['roleId']],
    ...more,
  };
}

describe('accounts', () => {
  test('duplicate mobile number', async () => {
    const other = resultsOf(await boss.get('/api/v1/users', { query: { limit: '1000' } })).find((user) => user['mobile'] !== undefined);
    const reply = await client.post('/api/v1/users', await account({ mobile: other?.['mobile'] }));
    expect(reply).toMatchObject({ status: 409, body: { code: 'duplicate.mobile', errors: [{ pointer: '/mobile' }] } });
    expect(String(reply.body['title'])).toBe('Duplicate mobile number');
    expect(String((await client.post('/api/v1/users', await account({ mobile: other?.['mobile'] }), inChinese)).body['title'])).toBe(
      '手机号重复',
    );
  });

  test('a new account without a password', async () => {
    const { password: _, ...rest } = await account({});
    expect(await client.post('/api/v1/users', rest)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/password' }] } });
  });

  test('who may not delete is told so, and so is who would delete himself', async () => {
    const viewer = await server.as(VIEWER);
    const [tag] = resultsOf(await viewer.get(`/api/v1/companies/${own}/tags`));
    const refused = await viewer.delete(`/api/v1/companies/${own}/tags/${String(tag?.['id'])}`, { ifMatch: '"1"' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'delete-forbidden' } });
    expect(String(refused.body['title'])).toBe('No privilege to delete');
    const self = await boss.get(`/api/v1/users/${SUPER}`);
    const kept = await boss.delete(`/api/v1/users/${SUPER}`, { ifMatch: self.etag });
    expect(kept).toMatchObject({
      status: 409,
      body: { code: 'not-deletable.self', detail: 'Deletion failed, contact the administrator. You cannot delete your own account.' },
    });
  });

  test('a delegation gives nothing that one does not hold', async () => {
    const regional = await server.as(REGIONAL);
    const [role] = resultsOf(await client.get(`/api/v1/companies/${own}/roles`));
    const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const reply = await regional.post('/api/v1/entrusts', {
      delegateTo: DELEGATE,
      role: role?.['roleId'],
      company: own,
      startTime: at(1),
      endTime: at(2),
    });
    expect([reply.status, reply.body['code']]).toEqual([403, 'entrust.beyond']);
  });

  test('the new name of the default account', async () => {
    const admin = await server.as('admin');
    const wrong = await admin.put('/api/v1/username', { username: 'not an address' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'username.format', detail: 'username format incorrect' } });
  });
});

describe('the platform', () => {
  test('a global address set has no addresses of single sites', async () => {
    const [site] = resultsOf(await boss.get('/api/v1/sites'));
    const body = { name: 'everywhere', rules: ['10.0.0.0/8'], siteRules: [{ siteId: site?.['siteId'], rules: ['10.1.0.0/16'] }] };
    expect(await boss.post('/api/v1/addressSets', body)).toMatchObject({ status: 422, body: { code: 'address-set.site-mode' } });
  });

  test('what no bulk call can do', async () => {
    const reply = await boss.post('/api/v1/bulk', { items: [{ operation: 'listTags' }] });
    expect(reply).toMatchObject({ status: 200, body: { results: [{ code: 'not-implemented' }] } });
  });

  test('a read that takes too long is ended and says so', async () => {
    const away = vi.spyOn(StatementCache.prototype, 'rows').mockImplementation(() => {
      throw new QueryTimeoutError();
    });
    try {
      const reply = await boss.get('/api/v1/mgr/alerts', { query: { keyword: 'no such words' } });
      expect(reply).toMatchObject({ status: 504, body: { code: 'timeout' } });
    } finally {
      away.mockRestore();
    }
  });

  test('a database that another process holds: not now, and then again', async () => {
    const other = new DatabaseSync(join(server.directory, 'console.db'));
    other.exec('begin immediate');
    const refused = await client.post(`/api/v1/companies/${own}/tags`, { name: 'while_away', type: 'site' });
    other.exec('rollback');
    other.close();
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'database-unavailable' },
      headers: { 'retry-after': expect.any(String) },
    });
    expect((await client.post(`/api/v1/companies/${own}/tags`, { name: 'while_away', type: 'site' })).status).toBe(201);
  });

  test('a fault of the server itself tells a number, and nothing of its inside', async () => {
    const broken = vi.spyOn(server.services.state, 'inMaintenance').mockRejectedValue(new TypeError('secret inside'));
    try {
      const reply = await client.post(`/api/v1/companies/${own}/tags`, { name: 'unlucky', type: 'site' }, { broken: true });
      expect(reply).toMatchObject({ status: 500, body: { code: 'internal', requestId: expect.any(String) } });
      expect(JSON.stringify(reply.body)).not.toContain('secret inside');
    } finally {
      broken.mockRestore();
    }
  });
});
