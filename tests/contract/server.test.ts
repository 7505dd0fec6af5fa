import { afterAll, beforeAll, describe } from 'vitest';
import { asObject } from '#domain/json.ts';
import type { Operation } from '#domain/model.ts';
import type { Args } from '#api/operation.ts';
import { encodePassword } from '#api/password.ts';
import { createTag } from '#generated/client/configuration.ts';
import { confirmTotp, disableTotp, enrolTotp, getTotp, listSessions } from '#generated/client/session.ts';
import { createToken, requestPasswordReset } from '#generated/client/start.ts';
import { covering, knownOfSqlite } from '#tests/support/effort.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';
import { totpCode } from '#tests/support/totp.ts';
import { kindsIn } from '#tests/contract/kinds.ts';
import { actAsBrowser, contractSuite, ending, actWith, operations } from '#tests/contract/suite.ts';

const password = 'Demo1234';

/** Items are read and written alike whatever they are: on PostgreSQL by day as few as bring every kind of call, value and answer. */
const isOfItem = ({ kind }: Operation): boolean => ['get', 'create', 'update', 'delete'].includes(kind);
const tried = knownOfSqlite ? [...covering(operations, (each) => (isOfItem(each) ? kindsIn(each) : [each.id]))] : operations;

describe('every operation against the server, seeded from the same examples', () => {
  let server: RunningServer;
  let token = '';
  let company: string | undefined;

  const logIn = async (username: string): Promise<{ token: string; refreshToken: string }> => {
    const { token = '', refreshToken = '' } = (await createToken({ username, password: await encodePassword(username, password) })).data;
    return { token, refreshToken };
  };

  /** The authenticator app is tried by another account than the one that makes the other calls. */
  const asCompany = async (args: Args): Promise<Args> => {
    company ??= (await logIn('company@demo.example')).token;
    actWith(company);
    return args;
  };
  const enrolled = async (): Promise<string> => {
    const { data } = await enrolTotp({ password });
    return totpCode(data.secret, Date.now());
  };
  const withTotp = async (wanted: boolean, args: Args): Promise<Args> => {
    await asCompany(args);
    const { enabled } = (await getTotp()).data;
    if (enabled && !wanted) await disableTotp({ password });
    if (!enabled && wanted) await confirmTotp({ code: await enrolled() });
    return args;
  };

  beforeAll(async () => {
    server = await startServer({ SEED: 'examples' });
    actAsBrowser(server.url);
    token = (await logIn('super@demo.example')).token;
  });
  afterAll(() => server.stop());

  contractSuite(tried, {
    before: async (operation) => {
      if (!ending.includes(operation.id)) return actWith(token);
      const own = await logIn('super@demo.example');
      actWith(operation.id === 'refreshToken' ? own.refreshToken : own.token);
    },
    prepare: {
      // later calls need the devices of the other site
      unregisterDevice: at('deviceId', 'd-beijing-1'),
      updateDevice: at('deviceId', 'd-beijing-1'),
      startUpgradePolicy: at('upgradePolicyId', 'up-draft'),
      pauseUpgradePolicy: at('upgradePolicyId', 'up-running'),
      resumeUpgradePolicy: at('upgradePolicyId', 'up-running'),
      rollBackUpgradePolicy: at('upgradePolicyId', 'up-complete'),
      stopUpgradePolicy: at('upgradePolicyId', 'up-running'),
      retryDeviceUpgrade: at('deviceUpgradeId', 'du-shanghai-2'),
      rollBackDeviceUpgrade: at('deviceUpgradeId', 'du-shanghai-1'),
      confirmScheduledChange: at('scheduledChangeId', 'ch-tried'),
      revertScheduledChange: at('scheduledChangeId', 'ch-tried-badly'),
      cancelScheduledChange: at('scheduledChangeId', 'ch-tonight'),
      downloadDiagnosisCapture: at('diagnosisTaskId', 'dg-capture'),
      createToken: async (args) => ({
        ...args,
        body: { username: 'viewer@demo.example', password: await encodePassword('viewer@demo.example', password) },
      }),
      unlockUser: async (args) => {
        const username = args.path?.['username'] ?? '';
        const wrong = { username, password: await encodePassword(username, 'Wrong12345') };
        for (let guess = 0; guess < 5; guess++) await createToken(wrong).catch(() => {});
        actWith(token);
        return args;
      },
      sendSmsCode: async (args) => {
        const username = String(asObject(args.body)['username']);
        return { ...args, body: { username, password: await encodePassword(username, password) } };
      },
      refreshToken: async (args) => ({ ...args, body: { username: 'super@demo.example' } }),
      endSession: async (args) => {
        const other = await logIn('super@demo.example');
        actWith(other.token);
        const open = (await listSessions()).data.results;
        return { ...args, path: { sessionId: open.find((session) => !session.current)?.sessionId ?? '' } };
      },
      getTotp: asCompany,
      enrolTotp: (args) => withTotp(false, args),
      confirmTotp: async (args) => ({ ...(await withTotp(false, args)), body: { code: await enrolled() } }),
      renewRecoveryCodes: (args) => withTotp(true, args),
      disableTotp: (args) => withTotp(true, args),
      resetPassword: async () => {
        const username = 'delegate@demo.example';
        await requestPasswordReset({ username });
        const code = await eventually(() => new RegExp(`mail to ${username}: .*?([2-9A-Z]{8})`).exec(server.output())?.[1]);
        const next = await encodePassword(username, 'Demo12345');
        return { body: { username, code, newPassword: next, newPasswordConfirm: next } };
      },
      undoRequest: async (args) => {
        const made = await createTag({ name: 'undone', type: 'site' });
        return { ...args, body: { requestId: made.headers.get('x-request-id') ?? '' } };
      },
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

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('What was waited for did not come');
}

/** The item that is in the state which the action asks for. */
function at(name: string, id: string): (args: Args) => Promise<Args> {
  return (args) => Promise.resolve({ ...args, path: { ...args.path, [name]: id } });
}
