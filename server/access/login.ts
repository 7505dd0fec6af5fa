import { randomInt } from 'node:crypto';

import { formats } from '#domain/formats/registry.ts';
import {
  captcha,
  loginCodeMismatch,
  loginCodeTooOften,
  loginDisabled,
  loginFailed,
  loginIp,
  loginMobileNotFound,
  tooManyAttempts,
} from '#generated/problems.ts';
import { Captchas } from '#server/access/captcha.ts';
import { decodePassword } from '#server/access/password.ts';
import { addressAllowed } from '#server/access/whitelist.ts';
import { type Tokens } from '#server/access/sessions.ts';
import { timestamp } from '#server/clock.ts';
import { ProblemError } from '#server/problem.ts';
import { type Services } from '#server/services.ts';
import { type Stored } from '#server/store/handle.ts';

export type Credentials = { username: string; password: string; captchaId?: string; captcha?: string; smsCode?: string };
export type LoginAnswer = Partial<Tokens> & { loginMethods: { type: string; mobile?: string }[] };

const ALLOWED_FAILURES = 5;
const FIRST_FREEZE_MS = 60_000;
const LONGEST_FREEZE_MS = 60 * 60 * 1000;
/** Between two codes by SMS (decision 27), and how long one is good. */
const SMS_WAIT_S = 60;
const SMS_GOOD_MS = 5 * 60 * 1000;
const SMS_TRIES = 5;

type Code = { code: string; sentAt: number; tries: number };

/** Log-in by password, with a picture before and a code by SMS after it where they are asked for (spec 4, 8). */
export class Login {
  readonly captchas: Captchas;
  readonly #services: Services;
  readonly #codes = new Map<string, Code>();

  constructor(services: Services) {
    this.#services = services;
    this.captchas = new Captchas(services.clock);
  }

  async logIn(credentials: Credentials, ip: string): Promise<LoginAnswer> {
    if (this.#needsPicture(credentials) && !this.captchas.accepts(credentials.captchaId, credentials.captcha))
      throw new ProblemError(captcha());
    const account = await this.#check(credentials, ip);
    if (account.doc['loginMethod'] === 'sms') {
      const mobile = mobileOf(account);
      if (credentials.smsCode === undefined) return { loginMethods: [{ type: 'sms', mobile: masked(mobile) }] };
      this.#spendCode(account.id, credentials.smsCode);
    }
    const { system, store, clock, sessions } = this.#services;
    const spec = store.specs.get('User');
    if (spec) await system.write((tx) => tx.annotate(spec, account, { ...account.doc, lastLoginAt: timestamp(clock.now()) }));
    return { ...(await sessions.create(account.id)), loginMethods: [{ type: 'password' }] };
  }

  /** Answers the seconds until another code may be asked for. */
  async sendCode(credentials: Credentials, ip: string): Promise<number> {
    const account = await this.#check(credentials, ip);
    const mobile = mobileOf(account);
    const now = this.#services.clock.now();
    const last = this.#codes.get(account.id);
    const wait = last ? Math.ceil((last.sentAt + SMS_WAIT_S * 1000 - now) / 1000) : 0;
    if (wait > 0) throw new ProblemError(loginCodeTooOften({ seconds: wait }), { headers: { 'retry-after': String(wait) } });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    this.#codes.set(account.id, { code, sentAt: now, tries: 0 });
    await this.#services.outbox.send({ channel: 'sms', to: mobile, text: code });
    return SMS_WAIT_S;
  }

  async #check({ username, password }: Credentials, ip: string): Promise<Stored> {
    const name = username.trim();
    await this.#refuseFrozen(name);
    const { store, system, passwords } = this.#services;
    const spec = store.specs.get('User');
    const account = spec && (await system.get(spec, name));
    const plain = decodePassword(name, password) ?? password;
    const hash = account?.secret['/password'];
    if (!(await passwords.verify(plain, typeof hash === 'string' ? hash : undefined)) || !account) {
      await this.#countFailure(name);
      throw new ProblemError(loginFailed());
    }
    await store.engine.write((tx) => tx.deleteFrom('login_attempts').where('username', '=', name).execute());
    if (account.doc['enable'] === false) throw new ProblemError(loginDisabled());
    if (!addressAllowed((account.doc['ipWhitelist'] as string[] | undefined) ?? [], ip)) throw new ProblemError(loginIp());
    return account;
  }

  async #refuseFrozen(username: string): Promise<void> {
    const { store, clock } = this.#services;
    const row = await store.engine.read.selectFrom('login_attempts').selectAll().where('username', '=', username).executeTakeFirst();
    const left = (row?.frozen_until ?? 0) - clock.now();
    if (left > 0)
      throw new ProblemError(tooManyAttempts({ time: duration(left) }), { headers: { 'retry-after': String(Math.ceil(left / 1000)) } });
  }

  async #countFailure(username: string): Promise<void> {
    const { store, clock } = this.#services;
    await store.engine.write(async (tx) => {
      const row = await tx.selectFrom('login_attempts').selectAll().where('username', '=', username).executeTakeFirst();
      const failed = (row?.failed ?? 0) + 1;
      const freeze = failed < ALLOWED_FAILURES ? 0 : Math.min(LONGEST_FREEZE_MS, FIRST_FREEZE_MS * 2 ** (failed - ALLOWED_FAILURES));
      await tx.deleteFrom('login_attempts').where('username', '=', username).execute();
      await tx
        .insertInto('login_attempts')
        .values({ username, failed, frozen_until: clock.now() + freeze })
        .execute();
    });
  }

  /** A code is good once, for a while, and for few guesses. */
  #spendCode(username: string, code: string): void {
    const sent = this.#codes.get(username);
    const right = sent?.code === code && sent.sentAt + SMS_GOOD_MS >= this.#services.clock.now();
    if (right || (sent && ++sent.tries >= SMS_TRIES)) this.#codes.delete(username);
    if (!right) throw new ProblemError(loginCodeMismatch());
  }

  /** Who comes with a code that was sent has typed off a picture before. */
  #needsPicture({ username, smsCode }: Credentials): boolean {
    return this.#services.settings.captcha && (smsCode === undefined || !this.#codes.has(username.trim()));
  }
}

function mobileOf(account: Stored): string {
  const mobile = account.doc['mobile'];
  if (typeof mobile !== 'string' || formats['mobile-cn']?.check(mobile) || mobile === '') throw new ProblemError(loginMobileNotFound());
  return mobile;
}

/** `138****0001`. */
function masked(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** Seconds, minutes or hours, whichever tells it best (spec 8). */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
