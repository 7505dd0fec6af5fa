import { encodePassword } from '#api/password.ts';
import { clientError } from '#api/error.ts';
import { request } from '#api/request.ts';
import { clearContext } from '#api/context.ts';
import { forgetAccount } from '#api/remembered.ts';
import { clearSelection } from '#api/selection.ts';
import { clearSession, readSession, writeSession, type Session } from '#api/token.ts';
import type { Answer, CallArgs } from '#api/typed.ts';

export type Credentials = { username: string; password: string; remember: boolean; captcha?: { id: string; text: string } };
type LoginMethod = NonNullable<Tokens['loginMethods']>[number];
/** A second step may be asked for; the token is then withheld. */
export type LoginResult = { step: 'done' } | { step: 'sms'; methods: LoginMethod[] };
export type Captcha = NonNullable<Answer<'getCaptcha'>>;

type Tokens = Answer<'createToken'>;

/** Default lifetime where the backend names none, in seconds. */
const defaultLifetime = 1800;

/** The picture to type off, or nothing where the server asks for none. */
export async function loadCaptcha(): Promise<Captcha | undefined> {
  try {
    const { data } = await request<Partial<Captcha> | undefined>({ method: 'get', path: '/api/v1/captcha', bearer: false });
    const { id, svg, expiresIn = 120 } = data ?? {};
    return id === undefined || svg === undefined ? undefined : { id, svg, expiresIn };
  } catch {
    // a server without captchas answers 404; one that fails will say so at the log-in itself
    return undefined;
  }
}

/** Spec section 4: 201 with a token logs in; an sms method with a mobile number withholds it. */
export async function login({ username, password, remember, captcha }: Credentials): Promise<LoginResult> {
  const name = username.trim();
  const { data } = await request<Tokens>({
    method: 'post',
    path: '/api/v2/tokens',
    bearer: false,
    body: {
      username: name,
      password: await encodePassword(name, password),
      ...(captcha === undefined ? {} : { captchaId: captcha.id, captcha: captcha.text }),
    } satisfies CallArgs<'createToken'>['body'],
  });
  const methods = data?.loginMethods ?? [];
  if (methods.some((method) => method.type === 'sms' && method.mobile)) return { step: 'sms', methods };
  writeSession(sessionOf(data ?? {}, name, remember));
  return { step: 'done' };
}

let refreshing: Promise<void> | undefined;

/** Renews the session. One tab does it for all: who comes second finds it done. */
export function refresh(): Promise<void> {
  refreshing ??= exclusively(async () => {
    const before = readSession();
    if (before === undefined) return;
    const { data } = await request<Tokens>({
      method: 'post',
      path: '/api/v2/tokens/refresh',
      bearer: before.refreshToken,
      body: { username: before.username },
    });
    // logged out, or renewed elsewhere, while the call was under way
    if (readSession()?.refreshToken === before.refreshToken) writeSession(sessionOf(data, before.username, before.remember));
  }).finally(() => (refreshing = undefined));
  return refreshing;
}

/** Tells the server and forgets everything of the session. The session ends here even if the server cannot be reached. */
export async function logout(): Promise<void> {
  const session = readSession();
  if (session === undefined) throw clientError('session.none');
  forget();
  await request({ method: 'post', path: '/api/v1/logout', bearer: session.token, timeout: 5 }).catch(() => {});
}

/**
 * Spec section 4: what log-out removes here. Token, expiry, refresh token, target company and channel, what was chosen among
 * its cities and tags, and what is remembered of the account unless it is to stay.
 */
export function forget(): void {
  const remembers = readSession()?.remember === true;
  clearSession();
  clearContext();
  clearSelection();
  if (!remembers) forgetAccount();
}

function sessionOf({ token, refreshToken, expiresIn = defaultLifetime }: Tokens, username: string, remember: boolean): Session {
  if (token === undefined) throw clientError('login.failed');
  const lifetime = expiresIn * 1000;
  return { token, refreshToken: refreshToken ?? '', username, expiresAt: Date.now() + lifetime, lifetime, remember };
}

function exclusively(work: () => Promise<void>): Promise<void> {
  const seen = readSession()?.refreshToken;
  // without locks (plain http) tabs renew side by side; the server's grace covers that
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('wan.refresh', async () => {
    if (readSession()?.refreshToken === seen) await work();
  });
}
