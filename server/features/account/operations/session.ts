import { passwordResetOf } from '#server/features/account/password-reset.ts';
import { loginRecordsOf } from '#server/features/account/login-record.ts';
import { loginOf } from '#server/features/account/login.ts';
import { loginFailed, notFound, unauthenticated } from '#generated/problems.ts';
import { deviceName } from '#server/features/account/device-name.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { principalOf, sessionOver } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import { ProblemError } from '#server/kernel/problem.ts';

/** Log-in, renewal, log-out, open sessions, and the forgotten password (spec 4, 7). */
export const session = {
  getLoginSettings: read(async ({ services, ip }) => ({
    body: {
      captcha: await loginOf(services).asksForPicture(ip),
      rememberPassword: (await services.state.config()).rememberPassword !== false,
      passwordReset: services.outbox.ready,
    },
  })),
  getCaptcha: read(async ({ services, ip }) =>
    services.settings.captcha ? { body: await loginOf(services).captchas.create(ip) } : { status: 204 },
  ),
  createToken: read(async (call) => {
    const { services } = call;
    const credentials = call.body;
    const { answer, cookie } = await loginOf(services)
      .logIn(credentials, call)
      .catch(async (error: unknown) => {
        await loginRecordsOf(services).refused(call, credentials.username, error);
        throw error;
      });
    // the answer that asks for a code is half a log-in
    if (answer.token !== undefined) await loginRecordsOf(services).succeeded(call, credentials.username);
    return { body: answer, ...(cookie === undefined ? {} : { headers: { 'set-cookie': cookie } }) };
  }),
  sendSmsCode: read(async (call) => {
    const { services, body, language } = call;
    const text = (code: string, minutes: number): string => services.sentences.message('login', language, { code, minutes });
    return { body: { retryAfter: await loginOf(services).sendCode(body, call, text) } };
  }),
  refreshToken: read(async ({ services, body, bearer, ip }) => {
    if (bearer === undefined) throw new ProblemError(unauthenticated());
    const { username, fullScreen } = body;
    const tokens = await services.sessions.refresh(username.trim(), bearer, { fullScreen, ip });
    if (!tokens) throw await sessionOver(services, bearer);
    return { body: { ...tokens, loginMethods: [{ type: 'password' }] } };
  }),
  logout: read(async (call) => {
    const { sessions } = call.services;
    if (call.bearer === undefined) throw new ProblemError(loginFailed());
    await sessions.end(principalOf(call).username, (await ownSession(call)) ?? '');
    return { status: 204 };
  }),

  listSessions: read(async (call) => {
    const current = await ownSession(call);
    const rows = await call.services.sessions.list(principalOf(call).username);
    const results = rows.map((row) => ({
      sessionId: row.id,
      device: deviceName(row.userAgent, call.language),
      userAgent: row.userAgent,
      ip: row.ip,
      createdAt: timestamp(row.createdAt),
      lastSeenAt: timestamp(row.seenAt),
      expiresAt: timestamp(row.expiresAt),
      current: row.id === current,
    }));
    return { body: { total: results.length, results } };
  }),
  endSessions: read(async (call) => {
    const keep = call.query.others === true ? await ownSession(call) : undefined;
    await call.services.sessions.endAll(principalOf(call).username, keep);
    return { status: 204 };
  }),
  endSession: read(async (call) => {
    const ended = await call.services.sessions.end(principalOf(call).username, call.path.sessionId ?? '');
    if (!ended) throw new ProblemError(notFound());
    return { status: 204 };
  }),

  requestPasswordReset: read(async ({ services, body, ip, language }) => {
    await loginOf(services).checkPicture(body);
    return { body: await passwordResetOf(services).request(body.username, ip, language) };
  }),
  resetPassword: read(async ({ services, body }) => {
    await passwordResetOf(services).reset(body);
    return { status: 204 };
  }),
} satisfies Handlers;

function ownSession(call: Call): Promise<string | undefined> {
  return call.services.sessions.idOf(call.bearer ?? '');
}
