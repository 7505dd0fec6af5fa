import { texts } from '#domain/json.ts';
import { part } from '#server/kernel/part.ts';

import { formats } from '#domain/formats/registry.ts';
import {
  captcha,
  loginCodeMismatch,
  loginCodeNotSent,
  loginCodeRequired,
  loginCodeTooOften,
  loginDisabled,
  loginFailed,
  loginIp,
  loginMobileNotBound,
  loginMobileNotFound,
  loginPasswordExpired,
} from '#generated/problems.ts';
import { Attempts } from '#server/features/account/attempts.ts';
import { Captchas } from '#server/features/account/captcha/captchas.ts';
import { digitCode, hashOf, signCode } from '#server/kernel/access/codes.ts';
import { Devices } from '#server/features/account/devices.ts';
import { isPasswordExpired } from '#server/kernel/access/one-time-password.ts';
import { decodePassword, passwordsOf } from '#server/features/account/password.ts';
import { networkOf, type AttemptOrigin } from '#server/kernel/access/attempt-origin.ts';
import { passSecondFactor, usesTotp } from '#server/features/account/second-factor.ts';
import type { From, Tokens } from '#server/kernel/access/sessions.ts';
import { addressAllowed } from '#server/kernel/access/whitelist.ts';
import { timestamp } from '#server/store/clock.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Services } from '#server/kernel/services.ts';
import { type SentCode, sentCode } from '#server/features/account/sent-code.ts';
import type { Ephemeral } from '#server/store/platform/ephemeral.ts';
import type { Account } from '#server/kernel/access/principal.ts';

type Picture = { captchaId?: string; captcha?: string };
type Credentials = { username: string; password: string; ticket?: string };
export type LogIn = Credentials & Picture & { smsCode?: string; totpCode?: string; recoveryCode?: string };
/** Who calls, as far as the transport knows. */
export type Caller = From & { cookie: string | undefined; secure: boolean };
type LoginAnswer = Partial<Tokens> & { ticket?: string; loginMethods: { type: 'password' | 'totp' | 'sms'; mobile?: string }[] };

/** Between two codes by SMS (decision 27), and how long one is good. */
const SMS_WAIT_S = 60;
const SMS_GOOD_MS = 5 * 60_000;
const SMS_TRIES = 5;
/** Between the steps of one log-in. */
const TICKET_MS = 5 * 60_000;

/** The log-in of a server. */
export const loginOf = part((services) => new Login(services));

/** Log-in by password, with a picture before it after failures, and a code by SMS or from an app after it where asked for (spec 4, 8). */
export class Login {
  readonly captchas: Captchas;
  readonly attempts: Attempts;
  readonly devices: Devices;
  readonly #services: Services;
  readonly #kept: Ephemeral;

  constructor(services: Services) {
    const { store, contract } = services;
    this.#services = services;
    this.captchas = new Captchas(store);
    this.attempts = new Attempts(store);
    this.devices = new Devices(store.ephemeral, contract.model.platform.logIn?.path ?? '/');
    this.#kept = store.ephemeral;
  }

  /** Whether a picture is asked for before it is known who logs in. */
  async asksForPicture(ip: string): Promise<boolean> {
    return this.#services.settings.captcha && (await this.attempts.areSuspicious({ ip }));
  }

  /** The answer, and the cookie by which the browser is known once it is in. */
  async logIn(given: LogIn, from: Caller): Promise<{ answer: LoginAnswer; cookie?: string }> {
    const name = given.username.trim();
    const place = await this.#placeOf(name, from);
    await this.attempts.refuse(name, place);
    const ticket = await this.#holdsTicket(name, given.ticket);
    if (!ticket) await this.#checkPicture(given, name, place);
    const answer = await this.#guess(name, place, async (): Promise<LoginAnswer> => {
      if (!ticket) await this.#checkInsteadOfPicture(given, name);
      const account = await this.#check(given, from.ip);
      const second = await this.#secondStep(account, given);
      if (second) return second;
      await this.#finish(account, given);
      return { ...(await this.#services.sessions.create(account.id, from)), loginMethods: [{ type: 'password' }] };
    });
    // half a log-in is no success: what went wrong before still counts
    if (answer.token === undefined) return { answer };
    await this.attempts.succeeded(name, place);
    return { answer, cookie: await this.devices.remember(name, from.cookie, from.secure) };
  }

  /** Answers the seconds until another code may be asked for. */
  async sendCode(given: Credentials, from: Caller, text: (code: string, minutes: number) => string): Promise<number> {
    const name = given.username.trim();
    const place = await this.#placeOf(name, from);
    await this.attempts.refuse(name, place);
    const ticket = await this.#holdsTicket(name, given.ticket);
    if (!ticket && this.#services.settings.captcha && (await this.attempts.areSuspicious(place, name))) throw new ProblemError(captcha());
    const account = await this.#guess(name, place, () => this.#check(given, from.ip));
    const mobile = mobileOf(account);
    if (account.doc.loginMethod !== 'sms' || usesTotp(account)) throw new ProblemError(loginMobileNotBound());
    await this.refuseTooOften('sms', account.id, SMS_WAIT_S);
    const code = digitCode();
    const until = this.#services.clock.now() + SMS_GOOD_MS;
    await this.#kept.put('smsCode', account.id, { code, tries: 0, until } satisfies SentCode, SMS_GOOD_MS);
    try {
      await this.#services.outbox.send({ channel: 'sms', to: mobile, text: text(code, SMS_GOOD_MS / 60_000), code });
    } catch (error) {
      await this.#kept.take('often', `sms ${account.id}`);
      throw new ProblemError(loginCodeNotSent(), { cause: error });
    }
    return SMS_WAIT_S;
  }

  /** The picture is spent, right or wrong. A wrong one costs another picture and nothing else: anybody can send one for any name. */
  async checkPicture(given: Picture): Promise<void> {
    if (!this.#services.settings.captcha || (await this.captchas.accepts(given.captchaId, given.captcha))) return;
    throw new ProblemError(captcha());
  }

  async #checkPicture(given: LogIn, name: string, place: AttemptOrigin): Promise<void> {
    const instead = given.totpCode !== undefined || given.recoveryCode !== undefined;
    if (instead || !this.#services.settings.captcha || !(await this.attempts.areSuspicious(place, name))) return;
    await this.checkPicture(given);
  }

  /** Who cannot see the picture gives a code of the authenticator app with the password. It is looked at first, as a guess of its own. */
  async #checkInsteadOfPicture(given: LogIn, name: string): Promise<void> {
    if (given.totpCode === undefined && given.recoveryCode === undefined) return;
    const { store, system, clock } = this.#services;
    const spec = store.spec('User');
    const account = await system.get(spec, name);
    if (!account || !usesTotp(account)) throw new ProblemError(loginCodeMismatch());
    passSecondFactor(account, given, clock.now());
  }

  /** Counts the guess before anybody looks at it; what turns out not to be a wrong one is given back. */
  async #guess<T>(name: string, place: AttemptOrigin, look: () => Promise<T>): Promise<T> {
    const attempt = await this.attempts.begin(name, place);
    try {
      const seen = await look();
      await attempt.giveBack();
      return seen;
    } catch (error) {
      if (!isWrongGuess(error)) await attempt.giveBack();
      throw error;
    }
  }

  async #placeOf(name: string, { ip, cookie }: Caller): Promise<AttemptOrigin> {
    const device = await this.devices.knownFor(name, cookie);
    return { ip, ...(device === undefined ? {} : { device }) };
  }

  /** Once within so many seconds; the answer to the next tells how long to wait. */
  async refuseTooOften(what: string, who: string, seconds: number): Promise<void> {
    const until = await this.#kept.claim('often', `${what} ${who}`, seconds * 1000);
    if (until === undefined) return;
    const wait = Math.max(1, Math.ceil((until - this.#services.clock.now()) / 1000));
    throw new ProblemError(loginCodeTooOften({ seconds: wait }), { headers: { 'retry-after': String(wait) } });
  }

  /** The account's own password, asked for again before what matters. */
  async confirmPassword(account: Account, text: string, bearer: string): Promise<boolean> {
    const hash = account.secret['/password'];
    const plain = decodePassword(account.id, text) ?? text;
    // whoever found an open session freezes himself, not the log-in of whom it belongs to
    const place = { ip: '', device: (await this.#services.sessions.idOf(bearer)) ?? bearer };
    return this.#guess(account.id, place, async () => {
      if (await passwordsOf(this.#services).verify(plain, typeof hash === 'string' ? hash : undefined, account.id)) return true;
      throw new ProblemError(loginFailed());
    }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === loginFailed().code) return false;
      throw error;
    });
  }

  async #check({ username, password }: Credentials, ip: string): Promise<Account> {
    const name = username.trim();
    const { store, system } = this.#services;
    const passwords = passwordsOf(this.#services);
    const spec = store.spec('User');
    const account = await system.get(spec, name);
    const plain = decodePassword(name, password) ?? password;
    const hash = account?.secret['/password'];
    const right = await passwords.verify(plain, typeof hash === 'string' ? hash : undefined, networkOf(ip));
    if (!right || !account) throw new ProblemError(loginFailed());
    if (!account.doc.enable) throw new ProblemError(loginDisabled());
    if (isPasswordExpired(account.doc, this.#services.clock.now())) throw new ProblemError(loginPasswordExpired());
    if (!addressAllowed(texts(account.doc.ipWhitelist), ip)) throw new ProblemError(loginIp());
    return account;
  }

  /** What is still asked for after the password; nothing if it is given, or not needed. */
  async #secondStep(account: Account, given: LogIn): Promise<LoginAnswer | undefined> {
    if (usesTotp(account)) {
      if (given.totpCode !== undefined || given.recoveryCode !== undefined) return undefined;
      return { ticket: await this.#ticket(account.id), loginMethods: [{ type: 'totp' }] };
    }
    if (account.doc.loginMethod !== 'sms') {
      if (given.smsCode !== undefined) throw new ProblemError(loginMobileNotBound());
      return undefined;
    }
    const mobile = mobileOf(account);
    if (given.smsCode !== undefined) return undefined;
    return { ticket: await this.#ticket(account.id), loginMethods: [{ type: 'sms', mobile: masked(mobile) }] };
  }

  /** Spends the code of the second step, and notes the log-in in the same transaction. */
  async #finish(account: Account, given: LogIn): Promise<void> {
    const { system, store, clock } = this.#services;
    const spec = store.spec('User');
    if (given.smsCode !== undefined && !usesTotp(account)) await this.#spendSmsCode(account.id, given.smsCode.trim());
    await system.write(async (tx) => {
      const fresh = await tx.get(spec, account.id);
      if (!fresh) throw new ProblemError(loginFailed());
      const secret = usesTotp(fresh) ? passSecondFactor(fresh, given, clock.now()) : undefined;
      await tx.annotate(spec, fresh, { ...fresh.doc, lastLoginAt: timestamp(clock.now()) }, secret);
    });
  }

  /** A code is good once, for a while, and for few guesses. It is taken first, so that guesses made at once do not all count as one. */
  async #spendSmsCode(username: string, code: string): Promise<void> {
    if (!/^\d{6}$/.test(code)) throw new ProblemError(loginCodeRequired());
    const sent = sentCode(await this.#kept.take('smsCode', username));
    if (!sent) throw new ProblemError(loginCodeRequired());
    if (sent.code === code) return;
    const left = sent.until - this.#services.clock.now();
    if (sent.tries + 1 < SMS_TRIES) await this.#kept.put('smsCode', username, { ...sent, tries: sent.tries + 1 } satisfies SentCode, left);
    throw new ProblemError(loginCodeMismatch());
  }

  async #ticket(username: string): Promise<string> {
    const ticket = signCode(32);
    await this.#kept.put('ticket', hashOf(ticket), username, TICKET_MS);
    return ticket;
  }

  async #holdsTicket(username: string, ticket: string | undefined): Promise<boolean> {
    return ticket !== undefined && (await this.#kept.get('ticket', hashOf(ticket))) === username;
  }
}

/** Whether the password or the code was looked at and was another one. */
function isWrongGuess(error: unknown): boolean {
  return error instanceof ProblemError && [loginFailed().code, loginCodeMismatch().code].includes(error.problem.code);
}

function mobileOf(account: Account): string {
  const mobile = account.doc.mobile;
  if (typeof mobile !== 'string' || formats['mobile-cn']?.check(mobile) || mobile === '') throw new ProblemError(loginMobileNotFound());
  return mobile;
}

/** `138****0001`. */
function masked(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
