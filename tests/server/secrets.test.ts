import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Json } from '#domain/model.ts';
import { createVault, newKey } from '#server/store/vault.ts';
import { companyOf, encoded, PASSWORD, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const root = resolve(import.meta.dirname, '../..');
const WIFI = 'Wifi-key-that-nobody-reads';
const WIFI_PLACE = '/wifi/key';

let server: TestServer;
let own: string;
beforeEach(async () => {
  server = await testServer({ seed: 'examples' });
  own = await companyOf(await server.as(SUPER));
});
afterEach(() => server.remove());

const sites = () => server.services.store.spec('Site');
const users = () => server.services.store.spec('User');

/** A site with a WiFi key and an account with an authenticator app; what they keep. */
async function withSecrets(): Promise<{ id: string; seed: string }> {
  const client = await server.as(SUPER);
  const wifi = { enable: true, ssid: 'Office', encryption: 'wpa2', key: WIFI };
  const site = await client.post(`/api/v1/companies/${own}/sites`, { name: 'Sealed_site', deployMode: 'gateway', wifi });
  expect(site.status).toBe(201);
  const enrolled = await client.post('/api/v1/totp', { password: encoded(SUPER, PASSWORD) });
  expect(enrolled.status).toBeLessThan(300);
  return { id: String(site.body['siteId']), seed: String(enrolled.body['secret']) };
}

async function kept(id: string): Promise<Record<string, Json>> {
  return (await server.services.system.get(sites(), id))?.secret ?? {};
}

/** Every byte of the data directory. */
function bytes(): string {
  return readdirSync(server.directory)
    .map((name) => readFileSync(join(server.directory, name)).toString('latin1'))
    .join('');
}

const onSqlite = process.env['TEST_DATABASE_URL'] === undefined;

describe.runIf(onSqlite)('files of the data directory', () => {
  test('hold no WiFi key and no seed of an authenticator in clear, and are nobody else’s', async () => {
    const { id, seed } = await withSecrets();
    expect(await kept(id)).toEqual({ [WIFI_PLACE]: WIFI });
    expect(bytes()).not.toContain(WIFI);
    expect(bytes()).not.toContain(seed);
    expect(statSync(server.directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(server.directory, 'secrets.key')).mode & 0o777).toBe(0o600);
    const client = await server.as(SUPER);
    await client.delete(`/api/v1/companies/${own}/sites/${id}`, { headers: { 'if-match': '*' } });
    expect(bytes()).not.toContain(WIFI);
  });

  test('what was stored in clear by an earlier version is sealed at the start, deletions too, and nothing of it is left', async () => {
    const { id } = await withSecrets();
    const { engine } = server.services.store;
    await engine.write(async (tx) => {
      await sql`update ${sql.table(sites().table)} set secret = ${JSON.stringify({ [WIFI_PLACE]: WIFI })} where id = ${id}`.execute(tx);
      const deletion = JSON.stringify({ createdAt: 1, secret: { [WIFI_PLACE]: `${WIFI}-deleted` } });
      await sql`insert into revisions (resource, id, revision, owner, action, actor, request_id, at, label, patch, undo, kept)
        values ('Site', 's-gone', 2, ${own}, 'deleteSite', 'x', 'x', 1, 'x', '[{"op":"remove","path":""}]', '[]', ${deletion})`.execute(tx);
      await sql`delete from meta where name = 'secrets key'`.execute(tx);
    });
    expect(bytes()).toContain(WIFI);
    await server.restart();
    expect(await kept(id)).toEqual({ [WIFI_PLACE]: WIFI });
    await server.stop();
    expect(bytes()).not.toContain(WIFI);
    await server.restart();
  });

  test('another key is made by a command, and the one of before opens nothing any more', async () => {
    const { id } = await withSecrets();
    const before = readFileSync(join(server.directory, 'secrets.key'), 'utf8');
    await server.stop();
    const said = execFileSync(process.execPath, ['server/rotate-key.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: server.directory },
    });
    expect(said).toContain('Every secret is under a new key');
    const after = readFileSync(join(server.directory, 'secrets.key'), 'utf8');
    expect(after).not.toBe(before);
    expect(after.trim().split('\n')).toHaveLength(1);
    await server.restart();
    expect(await kept(id)).toEqual({ [WIFI_PLACE]: WIFI });
    // as a backup of the database without its key
    await expect(server.restart(() => writeFileSync(join(server.directory, 'secrets.key'), before))).rejects.toThrow(
      /under the key \w{8}, which/,
    );
    await expect(server.restart(() => rmSync(join(server.directory, 'secrets.key')))).rejects.toThrow(/put its secrets\.key/);
    writeFileSync(join(server.directory, 'secrets.key'), after);
    await server.restart();
    expect(await kept(id)).toEqual({ [WIFI_PLACE]: WIFI });
  });
});

test('the database holds what is sealed, whichever it is', async () => {
  const { id } = await withSecrets();
  const { rows } = await sql<{ secret: string }>`select secret from ${sql.table(sites().table)} where id = ${id}`.execute(
    server.services.store.engine.read,
  );
  expect(rows[0]?.secret).toMatch(/^k1:[0-9a-f]{8}:[\w-]+$/);
  const accounts = await sql<{ secret: string }>`select secret from ${sql.table(users().table)} where secret is not null`.execute(
    server.services.store.engine.read,
  );
  expect(accounts.rows.length).toBeGreaterThan(0);
  expect(accounts.rows.filter(({ secret }) => !secret.startsWith('k1:'))).toEqual([]);
});

describe('a vault', () => {
  const [first, second] = [newKey(), newKey()];

  test('opens what it sealed, with any of its keys, and tells a changed text', () => {
    const old = createVault([first]);
    const both = createVault([second, first]);
    const text = old.seal('密钥 🔑');
    expect(text).not.toBe(old.seal('密钥 🔑'));
    expect(both.open(text)).toBe('密钥 🔑');
    expect(() => createVault([second]).open(text)).toThrow('which this server does not have');
    const changed = `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => both.open(changed)).toThrow();
    expect(both.open('{"/password":"x"}')).toBe('{"/password":"x"}');
  });
});
