import { tooManyAttempts, tooManyAttemptsHours, tooManyAttemptsMinutes } from '#generated/problems.ts';
import { ProblemError } from '#server/problem.ts';
import { type Store } from '#server/store/store.ts';

const ALLOWED_FAILURES = 5;
const FIRST_FREEZE_MS = 60_000;
const LONGEST_FREEZE_MS = 24 * 60 * 60 * 1000;
/** Names that nobody tried for so long start anew. */
const FORGOTTEN_MS = 7 * 24 * 60 * 60 * 1000;

/** Counts what went wrong with a name, whether it exists or not. From the fifth failure on each freezes it, twice as long every time. */
export class Freeze {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async refuse(username: string): Promise<void> {
    const { engine, clock } = this.#store;
    const row = await engine.read.selectFrom('login_attempts').selectAll().where('username', '=', username).executeTakeFirst();
    const left = (row?.frozen_until ?? 0) - clock.now();
    if (left > 0) throw tooMany(left);
  }

  async count(username: string): Promise<void> {
    const { engine, clock } = this.#store;
    await engine.write(async (tx) => {
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

  async clear(username: string): Promise<void> {
    await this.#store.engine.write((tx) => tx.deleteFrom('login_attempts').where('username', '=', username).execute());
  }

  async sweep(): Promise<void> {
    const before = this.#store.clock.now() - FORGOTTEN_MS;
    await this.#store.engine.write((tx) => tx.deleteFrom('login_attempts').where('frozen_until', '<', before).execute());
  }
}

/** Seconds, minutes or hours, whichever tells it best (spec 8). */
function tooMany(ms: number): ProblemError {
  const seconds = Math.ceil(ms / 1000);
  const headers = { 'retry-after': String(seconds) };
  if (seconds < 120) return new ProblemError(tooManyAttempts({ count: seconds }), { headers });
  if (seconds < 7200) return new ProblemError(tooManyAttemptsMinutes({ count: Math.ceil(seconds / 60) }), { headers });
  return new ProblemError(tooManyAttemptsHours({ count: Math.ceil(seconds / 3600) }), { headers });
}
