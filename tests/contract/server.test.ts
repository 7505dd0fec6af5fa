import { afterAll, beforeAll, describe } from 'vitest';
import { call } from '#api/operation.ts';
import { encodePassword } from '#api/password.ts';
import { createToken } from '#generated/client/operations.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';
import { actAsBrowser, contractSuite, ending, actWith } from '#tests/contract/suite.ts';

const password = 'Demo1234';

describe('every operation against the server, seeded from the same examples', () => {
  let server: RunningServer;
  let token = '';

  const logIn = async (username: string): Promise<{ token: string; refreshToken: string }> =>
    (
      await call<{ token: string; refreshToken: string }>(createToken, {
        body: { username, password: await encodePassword(username, password) },
      })
    ).data;

  beforeAll(async () => {
    server = await startServer({ SEED: 'examples' });
    actAsBrowser(server.url);
    token = (await logIn('super@demo.example')).token;
  });
  afterAll(() => server.stop());

  contractSuite({
    before: async (operation) => {
      if (!ending.includes(operation.id)) return actWith(token);
      const own = await logIn('super@demo.example');
      actWith(operation.id === 'refreshToken' ? own.refreshToken : own.token);
    },
    prepare: {
      createToken: async (args) => ({
        ...args,
        body: { username: 'viewer@demo.example', password: await encodePassword('viewer@demo.example', password) },
      }),
      sendSmsCode: async (args) => {
        const { username } = args.body as { username: string };
        return { ...args, body: { username, password: await encodePassword(username, password) } };
      },
      refreshToken: async (args) => ({ ...args, body: { username: 'super@demo.example' } }),
      changePassword: async (args) => {
        const encode = (text: string): Promise<string> => encodePassword('super@demo.example', text);
        return {
          ...args,
          body: {
            currentPassword: await encode(password),
            newPassword: await encode('Demo12345'),
            newPasswordConfirm: await encode('Demo12345'),
          },
        };
      },
    },
  });
});
