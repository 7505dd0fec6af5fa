import { afterAll, beforeAll, describe } from 'vitest';
import { call } from '#api/operation.ts';
import { encodePassword } from '#api/password.ts';
import { createToken } from '#generated/client/operations.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';
import { actAsBrowser, contractSuite, useToken } from '#tests/contract/suite.ts';

describe('every operation against the server, seeded from the same examples', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ SEED: 'examples' });
    actAsBrowser(server.url);
    const username = 'super@demo.example';
    const answer = await call<{ token: string }>(createToken, { body: { username, password: await encodePassword(username, 'Demo1234') } });
    useToken(answer.data.token);
  });
  afterAll(() => server.stop());
  contractSuite();
});
