import { loginThrottled, tooManyAttempts, tooManyAttemptsHours, tooManyAttemptsMinutes } from '#generated/problems.ts';
import { keyOf, networkOf, type AttemptOrigin } from '#server/kernel/access/attempt-origin.ts';
import { Throttle } from '#server/features/account/throttle.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { deleteFailures, type Failures, failuresAt, lockedPlaces, setFailures, sweepFailures } from '#server/store/platform/failures.ts';
import type { Db } from '#server/store/items/tables.ts';
import type { Store } from '#server/store/store.ts';

const ALLOWED_FAILURES = 5;
const FIRST_LOCKOUT_MS = 60_000;
const DAY_S = 24 * 60 * 60;
const LONGEST_LOCKOUT_MS = DAY_S * 1000;
/** Places from which nobody tried for so long start anew. */
const FORGOTTEN_MS = 7 * LONGEST_LOCKOUT_MS;
/** After so many failures a machine is thought of. */
const SUSPICIOUS = 3;

/** A guess that has been counted before it is looked at. */
export type Attempt = {
  /** It was none, or not wrong: as if it had never been made. */
  giveBack(): Promise<void>;
};
/** `everywhere`: not shut, but slowed down wherever the account is not known yet. */
export type Lockout = { place: 'address' | 'browser' | 'everywhere'; address?: string; failed: number; until: number };

/**
 * Guesses at an account, whether it exists or not. From the fifth wrong one on each locks the account for the place it came from,
 * twice as long every time; a stranger locks out nobody but himself. Who guesses from many places is slowed down by account, who guesses
 * at many accounts by address; a browser in which the account was logged in is slowed down by neither.
 */
export class Attempts {
  readonly #store: Store;
  readonly #byAccount: Throttle;
  readonly #byAddress: Throttle;

  constructor(store: Store) {
    this.#store = store;
    this.#byAccount = new Throttle(store, { name: 'account', free: 20, windowSeconds: DAY_S, longestSeconds: 60 });
    this.#byAddress = new Throttle(store, { name: 'address', free: 50, windowSeconds: 3600, longestSeconds: 300 });
  }

  /** Tells who is locked out how long, before anything else is asked for. */
  async refuse(account: string, from: AttemptOrigin): Promise<void> {
    const left = ((await this.#at(account, keyOf(from)))?.lockedUntil ?? 0) - this.#store.clock.now();
    if (left > 0) throw tooMany(left);
  }

  /** Counts it, or throws how long to wait. */
  async begin(account: string, from: AttemptOrigin): Promise<Attempt> {
    const place = keyOf(from);
    const slowed = from.device === undefined ? [[this.#byAddress, networkOf(from.ip)] as const, [this.#byAccount, account] as const] : [];
    const begun: (() => Promise<void>)[] = [];
    const giveBack = async (): Promise<void> => {
      for (const undo of begun.splice(0)) await undo();
    };
    try {
      // who is locked out here learns how long, and takes nobody else's turn
      await this.#count(account, place);
      begun.push(() => this.#uncount(account, place));
      for (const [throttle, key] of slowed) {
        const wait = await throttle.enter(key);
        if (wait !== undefined) throw throttled(wait);
        begun.push(() => throttle.giveBack(key));
      }
    } catch (error) {
      await giveBack();
      throw error;
    }
    return { giveBack };
  }

  /** The right one: what went wrong from there before is forgotten. */
  async succeeded(account: string, from: AttemptOrigin): Promise<void> {
    await this.#store.engine.write((tx) => deleteFailures(tx, account, keyOf(from)));
  }

  /** Opens the account for everybody: its password is another one, or somebody who may says so. */
  async unlock(account: string): Promise<void> {
    await this.#store.engine.write((tx) => deleteFailures(tx, account));
    await this.#byAccount.forget(account);
  }

  /** Whether it could be a machine that tries: at this account from anywhere, or from this address at any. */
  async areSuspicious(from: AttemptOrigin, account?: string): Promise<boolean> {
    const failures =
      from.device === undefined
        ? [this.#byAddress.failures(networkOf(from.ip)), ...(account === undefined ? [] : [this.#byAccount.failures(account)])]
        : [];
    const here = account === undefined ? 0 : ((await this.#at(account, keyOf(from)))?.failed ?? 0);
    return Math.max(here, ...(await Promise.all(failures))) >= SUSPICIOUS;
  }

  /** From where accounts cannot be logged in now, the longest first. */
  async lockouts(accounts: readonly string[]): Promise<Map<string, Lockout[]>> {
    const found = new Map<string, Lockout[]>();
    if (accounts.length === 0) return found;
    const { engine, clock } = this.#store;
    const rows = await lockedPlaces(engine.read, accounts, clock.now());
    const add = (account: string, lockout: Lockout): void => void found.set(account, [...(found.get(account) ?? []), lockout]);
    for (const { account, place, failed, lockedUntil: until } of rows)
      add(account, place.startsWith('device ') ? { place: 'browser', failed, until } : { place: 'address', address: place, failed, until });
    for (const [account, { count, until }] of await this.#byAccount.slowed(accounts))
      add(account, { place: 'everywhere', failed: count, until });
    return found;
  }

  async sweep(): Promise<void> {
    const { engine, clock } = this.#store;
    const now = clock.now();
    await engine.write((tx) => sweepFailures(tx, now, now - FORGOTTEN_MS));
  }

  #at(account: string, place: string): Promise<Failures | undefined> {
    return failuresAt(this.#store.engine.read, account, place);
  }

  /** Counted as wrong until it turns out to be right: of many at once no more than the allowed ones get through. */
  async #count(account: string, place: string): Promise<void> {
    const { engine, clock } = this.#store;
    const left = await engine.write(async (tx) => {
      const now = clock.now();
      const row = await failuresAt(tx, account, place);
      if (row && row.lockedUntil > now) return row.lockedUntil - now;
      const failed = (row?.failed ?? 0) + 1;
      const lockout = failed < ALLOWED_FAILURES ? 0 : Math.min(LONGEST_LOCKOUT_MS, FIRST_LOCKOUT_MS * 2 ** (failed - ALLOWED_FAILURES));
      await setFailures(tx, { account, place, failed, lockedUntil: lockout === 0 ? 0 : now + lockout, at: now });
      return 0;
    });
    if (left > 0) throw tooMany(left);
  }

  async #uncount(account: string, place: string): Promise<void> {
    await this.#store.engine.write(async (tx) => {
      const row = await failuresAt(tx, account, place);
      // only one that was counted last can have locked the place: nobody got in after it
      if (row) await setFailures(tx, { ...row, failed: Math.max(0, row.failed - 1), lockedUntil: 0 });
    });
  }
}

/** The same within a transaction of somebody else's; who is slowed down stays so. */
export async function unlockAccount(tx: Db, account: string): Promise<void> {
  await deleteFailures(tx, account);
}

/** Seconds, minutes or hours, whichever tells it best (spec 8). */
function tooMany(ms: number): ProblemError {
  const seconds = Math.ceil(ms / 1000);
  const headers = { 'retry-after': String(seconds) };
  if (seconds < 120) return new ProblemError(tooManyAttempts({ count: seconds }), { headers });
  if (seconds < 7200) return new ProblemError(tooManyAttemptsMinutes({ count: Math.ceil(seconds / 60) }), { headers });
  return new ProblemError(tooManyAttemptsHours({ count: Math.ceil(seconds / 3600) }), { headers });
}

export function throttled(ms: number): ProblemError {
  const seconds = Math.ceil(ms / 1000);
  return new ProblemError(loginThrottled({ seconds }), { headers: { 'retry-after': String(seconds) } });
}
