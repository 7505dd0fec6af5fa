import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrate } from '#server/store/migrate.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
});
afterAll(() => server.remove());

async function planOf(statement: string): Promise<string> {
  const explained = sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`;
  // the connection that changes indexes knows of it at once
  const { rows } = await server.services.store.engine.write((tx) => explained.execute(tx));
  return rows.map(({ detail }) => detail).join('; ');
}

test.each([
  "r_login_log where c_at >= 1 and c_at <= 2 and c_reason = 'password' and search like '%x%'",
  "r_login_log where owner in ('c-acme') and c_at >= 1 and lower(c_username) like '%x%' and search like '%x%'",
  "r_audit_log where c_at >= 1 and owner = 'c-acme' and c_siteid in ('s-1') and search like '%x%'",
  "revisions where at >= 1 and at <= 2 and coalesce(resource, '') in ('Tag', 'Site') and owner = 'c-acme' and lower(label) like '%x%'",
])('what narrows a log is found beside its times: %s', async (from) => {
  expect(await planOf(`select count(*) from ${from}`)).toMatch(/ USING COVERING INDEX (\w+_at_id|revisions_log) /);
});

test('an older database gets the wider index at its next start, its documents are left as they are', async () => {
  const { engine, specs } = server.services.store;
  await engine.write(async (tx) => {
    await sql`drop index i_login_log_at_id`.execute(tx);
    await sql`create index i_login_log_at_id on r_login_log (c_at, id)`.execute(tx);
    await sql`delete from meta where name = 'covers:r_login_log'`.execute(tx);
    await sql`update r_login_log set search = 'as it was'`.execute(tx);
  });
  const counted = "select count(*) from r_login_log where c_at >= 1 and search like '%x%'";
  expect(await planOf(counted)).not.toContain('COVERING');
  await engine.write((tx) => migrate(tx, specs, engine.dialect));
  expect(await planOf(counted)).toContain('COVERING');
  const { rows } = await sql<{ search: string }>`select distinct search from r_login_log`.execute(engine.read);
  expect(rows).toEqual([{ search: 'as it was' }]);
});
