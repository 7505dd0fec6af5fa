import { part } from '#server/kernel/part.ts';

import { passwordProblem } from '#domain/password.ts';
import { formats } from '#domain/formats/registry.ts';
import { loginCodeTooOften, passwordMismatch, passwordResetCode, passwordWeak } from '#generated/problems.ts';
import { digitCode, hashOf, plainCode, signCode } from '#server/kernel/access/codes.ts';
import { forGood } from '#server/kernel/access/one-time-password.ts';
import { loginOf } from '#server/features/account/login.ts';
import { decodePassword, passwordsOf } from '#server/features/account/password.ts';
import type { Language } from '#domain/model.ts';
import type { Message } from '#server/kernel/outbox.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Services } from '#server/kernel/services.ts';
import { type SentCode, sentCode } from '#server/features/account/sent-code.ts';
import type { Ephemeral } from '#server/store/platform/ephemeral.ts';
import type { Account } from '#server/kernel/access/principal.ts';

type Reset = { username: string; code: string; newPassword: string; newPasswordConfirm: string };

const WAIT_S = 60;
const GOOD_MS = 15 * 60_000;
const TRIES = 5;
/** Asked for from one address within an hour, whatever the names. */
const PER_ADDRESS = 20;
const HOUR_MS = 60 * 60_000;

/** The way back in of a server. */
export const passwordResetOf = part((services) => new PasswordReset(services));

/** A forgotten password: a code by SMS or mail, good once. Whether an account exists is never told, not even by the time it takes. */
export class PasswordReset {
  readonly #services: Services;
  readonly #kept: Ephemeral;

  constructor(services: Services) {
    this.#services = services;
    this.#kept = services.store.ephemeral;
  }

  /** Answers how long to wait for another, and how long the code is good, in seconds. */
  async request(username: string, ip: string, language: Language): Promise<{ retryAfter: number; expiresIn: number }> {
    const name = username.trim();
    const login = loginOf(this.#services);
    await this.#countAddress(ip);
    await login.refuseTooOften('reset', name, WAIT_S);
    void this.#send(name, language).catch((error: unknown) => this.#services.report(error));
    return { retryAfter: WAIT_S, expiresIn: GOOD_MS / 1000 };
  }

  /** Throws what is wrong; else the password is the new one and every session of the account has ended. */
  async reset(given: Reset): Promise<void> {
    const name = given.username.trim();
    const { system, store } = this.#services;
    const [passwords, login] = [passwordsOf(this.#services), loginOf(this.#services)];
    const plain = (text: string): string => decodePassword(name, text) ?? text;
    const next = plain(given.newPassword);
    if (next !== plain(given.newPasswordConfirm))
      throw new ProblemError(passwordMismatch(), { errors: [{ pointer: '/newPasswordConfirm', code: 'password.mismatch' }] });
    const weak = passwordProblem(next);
    if (weak) throw new ProblemError(passwordWeak(), { errors: [{ pointer: '/newPassword', ...weak }] });
    await this.#spend(name, plainCode(given.code));
    const hash = await passwords.hash(next, name);
    const spec = store.spec('User');
    const done = await system.write(async (tx) => {
      const before = await tx.get(spec, name);
      if (!before || !before.doc.enable) return false;
      await tx.update(spec, before, forGood(before.doc), { ...before.secret, '/password': hash }, 'resetPassword');
      return true;
    });
    if (!done) throw wrongCode();
    await this.#services.sessions.endAll(name);
    await login.attempts.unlock(name);
  }

  async #send(name: string, language: Language): Promise<void> {
    const { system, store, outbox, sentences } = this.#services;
    const spec = store.spec('User');
    const account = await system.get(spec, name);
    const way = account && account.doc.enable ? wayTo(account) : undefined;
    if (!way) return;
    const code = way.channel === 'sms' ? digitCode() : signCode(8);
    const until = this.#services.clock.now() + GOOD_MS;
    await this.#kept.put('reset', name, { code: hashOf(code), tries: 0, until } satisfies SentCode, GOOD_MS);
    const params = { code, minutes: GOOD_MS / 60_000 };
    await outbox.send({
      ...way,
      code,
      text: sentences.message('reset', language, params),
      ...(way.channel === 'mail' ? { subject: sentences.message('resetSubject', language) } : {}),
    });
  }

  /** Taken first: of many guesses made at once only one is looked at. */
  async #spend(name: string, code: string): Promise<void> {
    const sent = sentCode(await this.#kept.take('reset', name));
    if (sent?.code === hashOf(code)) return;
    const left = (sent?.until ?? 0) - this.#services.clock.now();
    if (sent && sent.tries + 1 < TRIES) await this.#kept.put('reset', name, { ...sent, tries: sent.tries + 1 } satisfies SentCode, left);
    throw wrongCode();
  }

  /** Every one of the hour has a place of its own; when none is free, the first tells how long to wait. */
  async #countAddress(ip: string): Promise<void> {
    for (let place = 0; place < PER_ADDRESS; place++)
      if ((await this.#kept.claim('resetsFrom', `${ip} ${place}`, HOUR_MS)) === undefined) return;
    throw new ProblemError(loginCodeTooOften({ seconds: HOUR_MS / 1000 }), { headers: { 'retry-after': String(HOUR_MS / 1000) } });
  }
}

function wrongCode(): ProblemError {
  return new ProblemError(passwordResetCode(), { errors: [{ pointer: '/code', code: 'password-reset.code' }] });
}

/** To the phone of who logs in with it, else to the mail box that the username is. */
function wayTo(account: Account): Pick<Message, 'channel' | 'to'> | undefined {
  const { mobile, loginMethod } = account.doc;
  if (loginMethod === 'sms' && mobile !== undefined && mobile !== '') return { channel: 'sms', to: mobile };
  return formats.email?.check(account.id) ? undefined : { channel: 'mail', to: account.id };
}
