import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { TOTP_SECRET } from '#server/seed/credentials.ts';
import { encoded, PASSWORD, type Reply, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { totpCode } from '#tests/support/totp.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SMS = 'fixture-sms@demo.example';
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

type Body = Record<string, unknown>;

const post = (path: string, body: Body, locale = 'en', on = server): Promise<Reply> => on.anonymous.post(path, body, { query: { locale } });
const credentials = (username: string, password = PASSWORD): Body => ({ username, password: encoded(username, password) });
const another = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('captcha', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await testServer({ captcha: true });
  });
  afterAll(() => guarded.remove());
  afterEach(() => guarded.clock.advance(3 * HOUR));

  type Picture = { captchaId: string; captcha: string };
  /** A picture with its solution, as the server keeps it: nobody can read it off the answer. */
  const picture = async (): Promise<Picture> => {
    const { body } = await guarded.anonymous.get('/api/v1/captcha');
    const id = String(body['id']);
    const text = String(await guarded.services.store.ephemeral.get('captcha', id));
    expect(JSON.stringify(body)).not.toContain(text);
    return { captchaId: id, captcha: text };
  };
  const enter = (more: Body, username = VIEWER): Promise<Reply> =>
    post('/api/v2/tokens', { ...credentials(username), ...more }, 'en', guarded);

  const appCode = (): string => totpCode(TOTP_SECRET, guarded.clock.now());
  /** Three wrong passwords, here at another account: from now on a machine is thought of at this address. */
  let strangers = 0;
  const doubt = async (): Promise<void> => {
    const nobody = `nobody-${strangers++}@demo.example`;
    for (let attempt = 0; attempt < 3; attempt++) expect((await enter(credentials(nobody, 'Wrong1234'), nobody)).status).toBe(401);
  };

  test('is asked for after three failures, and said so before', async () => {
    const settings = async (): Promise<Body> => (await guarded.anonymous.get('/api/v1/loginSettings')).body;
    expect(await settings()).toEqual({ captcha: false, rememberPassword: true, passwordReset: true });
    expect((await enter({})).status).toBe(201);
    await doubt();
    expect(await settings()).toEqual({ captcha: true, rememberPassword: true, passwordReset: true });
    expect((await server.anonymous.get('/api/v1/loginSettings')).body).toMatchObject({ captcha: false });
    expect(await enter({})).toMatchObject({ status: 422, body: { code: 'captcha' } });
    expect((await enter(await picture())).status).toBe(201);
    const { captchaId, captcha } = await picture();
    expect((await enter({ captchaId, captcha: ` ${captcha.toLowerCase()} ` })).status).toBe(201);
  });

  test('is good for one try, right or wrong, and for two minutes', async () => {
    await doubt();
    const spent = await picture();
    expect((await enter(spent)).status).toBe(201);
    expect((await enter(spent)).status).toBe(422);
    const wrong = await picture();
    expect((await enter({ ...wrong, captcha: 'zzzz' })).status).toBe(422);
    expect((await enter(wrong)).status).toBe(422);
    const late = await picture();
    guarded.clock.advance(2 * MINUTE);
    expect((await enter(late)).status).toBe(422);
  });

  test('a wrong answer, one to a picture that was never given out, and none at all freeze nobody', async () => {
    const name = 'fixture-all-regions@demo.example';
    await doubt();
    for (let attempt = 0; attempt < 20; attempt++) {
      expect((await enter({}, name)).status).toBe(422);
      expect((await enter({ captchaId: 'made-up', captcha: 'zzzz' }, name)).status).toBe(422);
      expect((await enter({ ...(await picture()), captcha: 'zzzz' }, name)).status).toBe(422);
    }
    expect((await enter(await picture(), name)).status).toBe(201);
  });

  test('a code of the authenticator app takes its place; a wrong one is a wrong guess', async () => {
    const name = 'fixture-totp@demo.example';
    await doubt();
    expect(await enter({}, name)).toMatchObject({ status: 422, body: { code: 'captcha' } });
    const totpCode = appCode();
    expect(await enter({ totpCode: another(totpCode) }, name)).toMatchObject({ status: 422, body: { code: 'login.code-mismatch' } });
    expect((await enter({ totpCode }, name)).body).toHaveProperty('token');
    // who has no app is not let past the picture by making a code up
    expect((await enter({ totpCode })).body['code']).toBe('login.code-mismatch');
    guarded.clock.advance(MINUTE);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => enter({ totpCode: another(appCode()) }, name)));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ body }) => body['code'] === 'too-many-attempts')).toHaveLength(3);
  });

  test('more pictures than people need are not drawn', async () => {
    const replies = await Promise.all(Array.from({ length: 70 }, () => guarded.anonymous.get('/api/v1/captcha')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    const [refused] = replies.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { code: 'login.throttled' }, headers: { 'retry-after': '60' } });
    guarded.clock.advance(MINUTE);
    expect((await guarded.anonymous.get('/api/v1/captcha')).status).toBe(200);
  });

  test('the second step needs no second picture, but the ticket of the first', async () => {
    await doubt();
    const first = await enter(await picture(), SMS);
    const ticket = String(first.body['ticket']);
    const ask = (more: Body): Promise<Reply> => post('/api/v2/tokens/sms', { ...credentials(SMS), ...more }, 'en', guarded);
    expect(await ask({})).toMatchObject({ status: 422, body: { code: 'captcha' } });
    expect(await ask({ ticket: 'made up' })).toMatchObject({ status: 422, body: { code: 'captcha' } });
    expect((await ask({ ticket })).status).toBe(200);
    const code = guarded.outbox.sent().at(-1)?.code;
    expect((await enter({ smsCode: code }, SMS)).body['code']).toBe('captcha');
    expect((await enter({ ticket, smsCode: code }, VIEWER)).body['code']).toBe('captcha');
    expect((await enter({ ticket, smsCode: code }, SMS)).body).toHaveProperty('token');
    expect((await enter({ ticket }, SMS)).status).toBe(201);
    guarded.clock.advance(5 * MINUTE);
    expect((await enter({ ticket }, SMS)).body['code']).toBe('captcha');
  });

  test('the server can forbid the remembered password', async () => {
    const boss = await server.as(SUPER);
    const { body } = await boss.get('/api/v1/system');
    const { revision: _, updatedAt: __, ...config } = body;
    expect((await boss.put('/api/v1/system', { ...config, rememberPassword: false })).status).toBe(200);
    expect((await server.anonymous.get('/api/v1/loginSettings')).body).toMatchObject({ rememberPassword: false });
    await boss.put('/api/v1/system', config);
    expect((await server.anonymous.get('/api/v1/loginSettings')).body).toMatchObject({ rememberPassword: true });
  });
});
