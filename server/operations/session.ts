import { loginFailed, unauthenticated } from '#generated/problems.ts';
import { type Credentials } from '#server/access/login.ts';
import { type Handler, read } from '#server/handler.ts';
import { principalOf } from '#server/access/check.ts';
import { ProblemError } from '#server/problem.ts';

/** Captcha, log-in, renewal, log-out (spec 4, 7). */
export const session: Readonly<Record<string, Handler>> = {
  getCaptcha: read(({ services }) =>
    Promise.resolve(services.settings.captcha ? { body: services.login.captchas.create() } : { status: 204 }),
  ),
  createToken: read(async ({ services, body, ip }) => ({ body: await services.login.logIn(body as Credentials, ip) })),
  sendSmsCode: read(async ({ services, body, ip }) => ({ body: { retryAfter: await services.login.sendCode(body as Credentials, ip) } })),
  refreshToken: read(async ({ services, body, bearer }) => {
    if (bearer === undefined) throw new ProblemError(unauthenticated());
    const tokens = await services.sessions.refresh((body as { username: string }).username.trim(), bearer);
    if (!tokens) throw new ProblemError(unauthenticated());
    return { body: { ...tokens, loginMethods: [{ type: 'password' }] } };
  }),
  logout: read(async (call) => {
    if (call.bearer === undefined) throw new ProblemError(loginFailed());
    await call.services.sessions.end(principalOf(call).username, call.bearer);
    return { status: 204 };
  }),
};
