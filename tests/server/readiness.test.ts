import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
});
afterAll(() => server.remove());

const stateOf = async (path: string): Promise<number> => (await server.anonymous.get(path)).status;

test('who cannot write is not ready, and is again once there is room; the process itself is well', async () => {
  expect(await stateOf('/readyz')).toBe(200);
  const { engine } = server.services.store;
  // what SQLite says of a disk without room
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  const write = vi.spyOn(engine, 'write').mockRejectedValue(full);
  expect(await stateOf('/readyz')).toBe(503);
  expect(await stateOf('/healthz')).toBe(200);
  write.mockRestore();
  expect(await stateOf('/readyz')).toBe(200);
});

test('a database that may not grow is told as full by the code that the server knows', async () => {
  const { engine } = server.services.store;
  if (engine.dialect.name !== 'sqlite') return;
  const grow = engine.write(async (tx) => {
    await sql`pragma max_page_count = 1`.execute(tx);
    await sql`create table filler (x text)`.execute(tx);
    for (let at = 0; at < 50; at++) await sql`insert into filler values (${'x'.repeat(4000)})`.execute(tx);
  });
  await expect(grow).rejects.toMatchObject({ errcode: 13 });
  await engine.write((tx) => sql`pragma max_page_count = 1073741823`.execute(tx));
});
