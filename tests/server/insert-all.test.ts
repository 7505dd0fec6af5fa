import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { takeSecrets } from '#server/kernel/resource/secrets.ts';
import { demoWorld } from '#server/simulator/world/demo-world.ts';
import { asText } from '#domain/json.ts';
import { unsealed } from '#server/store/items/sealed.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { New, Transaction } from '#server/store/items/transaction.ts';
import { knownOfSqlite } from '#tests/support/effort.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.remove())));

type Put = (tx: Transaction, spec: ItemSpec, given: New[]) => Promise<void>;

/** What a small demo network leaves in an empty database, put there in one way or the other. */
async function stored(put: Put): Promise<Record<string, unknown[]>> {
  const server = await testServer({ seed: 'empty' });
  servers.push(server);
  const { system, clock, contract, store } = server.services;
  const now = clock.now();
  const world = demoWorld({ now, permissions: contract.tree });
  for (const [name, rows] of Object.entries(world)) {
    const spec = store.specNamed(name);
    // some of it a new installation has already
    if (!spec || (await system.list(spec, { skip: 0, limit: 1 })).total !== 0) continue;
    const given = rows.map((row) => {
      const { doc, secrets } = takeSecrets(spec, row);
      return { doc, secret: secrets, createdAt: now, updatedAt: now };
    });
    await system.write((tx) => put(tx, spec, given));
  }
  const all: Record<string, unknown[]> = {};
  const ofItems = store.specs.map((spec) => ({ table: spec.table, spec }));
  for (const { table, spec } of [...ofItems, ...['refs', 'ranges', 'revisions'].map((name) => ({ table: name, spec: undefined }))]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.engine.read);
    all[table] = rows.map(({ seq: _seq, request_id: _request, ...row }) => JSON.stringify(spec ? opened(spec, row) : row)).toSorted();
  }
  return all;
}

/** What is sealed twice is never the same text twice. */
function opened(spec: ItemSpec, { secret, ...row }: Record<string, unknown>): Record<string, unknown> {
  return { ...row, secret: unsealed(spec, asText(secret) ?? null) };
}

// on PostgreSQL whatever is seeded is stored with few statements
test.skipIf(knownOfSqlite)('what is stored with few statements is what is stored one by one', async () => {
  const together = await stored((tx, spec, given) => tx.insertAll(spec, given, 'seed'));
  const apart = await stored(async (tx, spec, given) => {
    for (const { doc, secret, ...times } of given) await tx.insert(spec, doc, secret, 'seed', times);
  });
  expect(together['revisions']?.length).toBeGreaterThan(500);
  for (const [table, rows] of Object.entries(together)) {
    // the first account of a new installation has a password of its own
    if (table === 'r_user') continue;
    expect([table, rows]).toEqual([table, apart[table]]);
  }
});
