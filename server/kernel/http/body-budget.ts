import { busy } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';

const MB = 1024 * 1024;
/** Bodies that are under way or being worked on, of all callers and of one: eight of the largest, and three. */
const IN_ALL = 128 * MB;
const OF_ONE = 48 * MB;
const RETRY_S = 5;

/** What bodies take of memory while they come in and are worked on. What does not fit is refused before any of it is read. */
export class BodyBudget {
  readonly #of = new Map<string, number>();
  #taken = 0;

  /** Answers how to give it back, which counts once. */
  take(caller: string, bytes: number): () => void {
    const own = this.#of.get(caller) ?? 0;
    if (this.#taken + bytes > IN_ALL || own + bytes > OF_ONE)
      throw new ProblemError(busy({ seconds: RETRY_S }), { headers: { 'retry-after': String(RETRY_S) } });
    this.#taken += bytes;
    this.#of.set(caller, own + bytes);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken -= bytes;
      const left = (this.#of.get(caller) ?? 0) - bytes;
      if (left > 0) this.#of.set(caller, left);
      else this.#of.delete(caller);
    };
  }
}
