import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';

import type { Counted } from '#server/store/platform/ephemeral.ts';
import type { Store } from '#server/store/store.ts';

const LONG = 1_000_000_000;

/** The library's counters on our own store and clock: every process of a database counts together. */
class StoreLimiter extends RateLimiterStoreAbstract {
  readonly #store: Store;

  constructor(store: Store, name: string, points: number, seconds: number) {
    super({ storeClient: store, keyPrefix: name, points, duration: seconds });
    this.#store = store;
  }

  _upsert(key: string, points: number, ms: number, fresh = false): Promise<Counted> {
    return this.#store.ephemeral.count('limit', key, points, ms, fresh);
  }

  async _get(key: string): Promise<Counted | null> {
    return (await this.#store.ephemeral.counted('limit', [key])).get(key) ?? null;
  }

  async _delete(key: string): Promise<boolean> {
    return (await this.#store.ephemeral.take('limit', key)) !== undefined;
  }

  /** Of several keys at once. */
  async counts(keys: readonly string[]): Promise<Map<string, Counted>> {
    const names = new Map(keys.map((key) => [this.getKey(key), key]));
    const found = await this.#store.ephemeral.counted('limit', [...names.keys()]);
    return new Map([...found].map(([name, counted]) => [names.get(name) ?? name, counted]));
  }

  _getRateLimiterRes(_key: string, changed: number, { count, until }: Counted): RateLimiterRes {
    const left = Math.max(0, until - this.#store.clock.now());
    return new RateLimiterRes(Math.max(0, this.points - count), left, count, count === changed);
  }
}

export type Pace = {
  name: string;
  /** So many failures within the window cost nothing. */
  free: number;
  windowSeconds: number;
  /** From then on one attempt in a second, in two, in four, up to this. */
  longestSeconds: number;
};

/**
 * Slows down who fails often: never shut, ever slower. An attempt is counted before anybody looks at it, and given back if it was
 * none: of many that come at once no more are looked at than of many that come one after the other.
 */
export class Throttle {
  readonly #pace: Pace;
  readonly #failures: StoreLimiter;
  readonly #turns: StoreLimiter;

  constructor(store: Store, pace: Pace) {
    this.#pace = pace;
    this.#failures = new StoreLimiter(store, `${pace.name} failed`, LONG, pace.windowSeconds);
    this.#turns = new StoreLimiter(store, `${pace.name} turn`, 1, 1);
  }

  /** Milliseconds to wait, if it is too early; nothing if it may go on. */
  async enter(key: string): Promise<number | undefined> {
    const { consumedPoints } = await this.#failures.consume(key);
    const over = consumedPoints - this.#pace.free;
    if (over <= 0) return undefined;
    const customDuration = Math.min(this.#pace.longestSeconds, 2 ** Math.min(over - 1, 20));
    try {
      await this.#turns.consume(key, 1, { customDuration });
      return undefined;
    } catch (error) {
      await this.giveBack(key);
      if (error instanceof RateLimiterRes) return Math.max(1000, error.msBeforeNext);
      throw error;
    }
  }

  async giveBack(key: string): Promise<void> {
    await this.#failures.reward(key);
  }

  async failures(key: string): Promise<number> {
    return (await this.#failures.get(key))?.consumedPoints ?? 0;
  }

  /** Those of the keys that are slowed down now, and until when failures are remembered. */
  async slowed(keys: readonly string[]): Promise<Map<string, Counted>> {
    const counts = await this.#failures.counts(keys);
    return new Map([...counts].filter(([, { count }]) => count > this.#pace.free));
  }

  async forget(key: string): Promise<void> {
    await Promise.all([this.#failures.delete(key), this.#turns.delete(key)]);
  }
}
