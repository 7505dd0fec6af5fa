import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { testServer, type TestServer } from '#tests/server/harness.ts';

const cluster = process.env['TEST_DATABASE_URL'];

describe.skipIf(cluster === undefined)('PostgreSQL (skipped where no initdb is installed)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ seed: 'examples' });
  });
  afterAll(() => server?.remove());

  test('is what this project runs on', () => {
    expect(server.services.store.engine.dialect.name).toBe('postgres');
  });
});
