import { encodePassword } from '#api/password.ts';
import { clientError } from '#api/error.ts';
import { language } from '#api/language.ts';
import { clearWorkspace } from './workspace.ts';
import { forgetAccount, forgetPassword } from '#api/remembered.ts';
import { clearSelection } from '#api/selection.ts';
import { clearSession, readSession, writeSession, type Session } from '#api/token.ts';
import {
  createToken,
  getCaptcha,
  getLoginSettings,
  logout as endHere,
  refreshToken,
  sendSmsCode as requestSmsCode,
} from '#generated/client/start.ts';
import type { CreateToken201, GetCaptcha200, GetLoginSettings200 } from '#generated/client/schemas.ts';

export type Credentials = { username: string; password: string; remember: boolean };
/** What is typed beside the password: the picture, or a code of the app in its place; a code where a second step is asked for. */
export type Proof =
  | { captcha: { id: string; text: string } }
  | { totpCode: string }
  | ({ ticket: string | undefined } & ({ smsCode: string } | { totpCode: string } | { recoveryCode: string }));
/** A second step withholds the token; `none`: the answer was a 200, which does nothing. */
export type SecondStep = { step: 'sms'; mobile: string; ticket: string | undefined } | { step: 'totp'; ticket: string | undefined };
export type LoginResult = { step: 'done' } | { step: 'none' } | SecondStep;
export type Captcha = GetCaptcha200;
export type LoginSettings = GetLoginSettings200;

/** Default lifetime where the backend names none, in seconds. */
const defaultLifetime = 1800;

/** The picture to type off, or nothing where the server asks for none. */
export async function loadCaptcha(): Promise<Captcha | undefined> {
  try {
    const { data } = await getCaptcha({ bearer: false });
    const { id, image, expiresIn = 120 }: Partial<Captcha> = data ?? {};
    return id === undefined || image === undefined ? undefined : { id, image, expiresIn };
  } catch {
    // a server without captchas answers 404; one that fails will say so at the log-in itself
    return undefined;
  }
}

/** What the log-in page has to know of the server; nothing is offered where it does not say. */
export async function loadLoginSettings(): Promise<LoginSettings> {
  try {
    return (await getLoginSettings({ bearer: false })).data;
  } catch {
    return { captcha: false, rememberPassword: true, passwordReset: false };
  }
}

/** Spec section 4: 201 with a token logs in; an sms method with a mobile number, or an authenticator app, withholds it. */
export async function login({ username, password, remember }: Credentials, proof?: Proof): Promise<LoginResult> {
  const name = username.trim();
  const body = { username: name, password: await encodePassword(name, password), ...proven(proof) };
  const { data, status } = await createToken(body, { bearer: false });
  if (status === 200) return { step: 'none' };
  const { loginMethods = [], ticket } = data ?? {};
  const sms = loginMethods.find(({ type, mobile }) => type === 'sms' && mobile);
  if (sms?.mobile !== undefined) return { step: 'sms', mobile: sms.mobile, ticket };
  if (loginMethods.some(({ type }) => type === 'totp') && data?.token === undefined) return { step: 'totp', ticket };
  writeSession(sessionOf(data ?? {}, name, remember));
  return { step: 'done' };
}

function proven(proof: Proof | undefined): Record<string, string | undefined> {
  if (proof === undefined) return {};
  return 'captcha' in proof ? { captchaId: proof.captcha.id, captcha: proof.captcha.text } : proof;
}

/**
 * Asks for a code by SMS; answers the seconds until another may be asked for. Spec section 7: this path alone has neither the
 * locale parameter nor a bearer token. The language then is the header's.
 */
export async function sendSmsCode({ username, password }: Credentials, ticket: string | undefined): Promise<number> {
  const name = username.trim();
  const body = { username: name, password: await encodePassword(name, password), ticket };
  const { data } = await requestSmsCode(body, { bearer: false, locale: false, headers: { 'accept-language': language() } });
  return data.retryAfter;
}

/** Milliseconds in which storage written by one tab is seen by the others. */
const newsDelay = 200;

let refreshing: Promise<void> | undefined;

/** Renews the session. One tab does it for all: who comes second finds it done. In full screen the server's cap of a day is off. */
export function refresh(fullScreen: boolean): Promise<void> {
  refreshing ??= exclusively(async () => {
    const before = readSession();
    if (before === undefined) return;
    const { data } = await refreshToken({ username: before.username, fullScreen }, { bearer: before.refreshToken });
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
  // whoever logs out leaves the screen to somebody else
  forgetPassword();
  await endHere({ bearer: session.token, timeout: 5 }).catch(() => {});
}

/**
 * Spec section 4: what log-out removes here. Token, expiry, refresh token, target company and channel, what was chosen among
 * its cities and tags, and what is remembered of the account unless it is to stay. A session that did not run out but was ended (by
 * its owner elsewhere, by an administrator) leaves no password behind.
 */
export function forget(): void {
  const session = readSession();
  const remembers = session?.remember === true;
  if (session !== undefined && session.expiresAt > Date.now()) forgetPassword();
  clearSession();
  clearWorkspace();
  clearSelection();
  if (!remembers) forgetAccount();
}

function sessionOf(
  { token, refreshToken, expiresIn = defaultLifetime }: Partial<CreateToken201>,
  username: string,
  remember: boolean,
): Session {
  if (token === undefined) throw clientError('login.failed');
  const lifetime = expiresIn * 1000;
  return { token, refreshToken: refreshToken ?? '', username, expiresAt: Date.now() + lifetime, lifetime, remember };
}

function exclusively(work: () => Promise<void>): Promise<void> {
  const seen = readSession()?.refreshToken;
  // without locks (plain http) tabs renew side by side; the server's grace covers that
  if (!('locks' in navigator)) return work();
  const { locks } = navigator;
  return locks.request('wan.refresh', { ifAvailable: true }, async (lock) => {
    if (lock !== null) return work();
    // another tab is at it; what it writes takes a moment to be seen here
    return locks.request('wan.refresh', async () => {
      await new Promise((done) => setTimeout(done, newsDelay));
      if (readSession()?.refreshToken === seen) await work();
    });
  });
}
