import { type Clock } from '#server/clock.ts';

const KEPT = 20_000;

/** What is good for minutes: pictures, codes, tickets. Keys never seen by anybody else carry nothing after their time. */
export class ShortLived {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { value: unknown; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(key: string, value: unknown, seconds: number): Promise<void> {
    if (this.#kept.size >= KEPT) this.#forgetOldest();
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#clock.now() + seconds * 1000 });
    return Promise.resolve();
  }

  get<T>(key: string): Promise<T | undefined> {
    const kept = this.#kept.get(key);
    return Promise.resolve(kept && kept.until > this.#clock.now() ? (kept.value as T) : undefined);
  }

  /** Whoever comes first has it, nobody else. */
  async take<T>(key: string): Promise<T | undefined> {
    const value = await this.get<T>(key);
    this.#kept.delete(key);
    return value;
  }

  #forgetOldest(): void {
    const now = this.#clock.now();
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size < KEPT) return;
      this.#kept.delete(key);
    }
  }
}
