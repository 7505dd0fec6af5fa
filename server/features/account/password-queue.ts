import { busy } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';

/** scrypt takes 32 MiB at N = 2^15: more than two at a time would be a way to bring the server down. */
const AT_ONCE = 2;
/** Of one asker, and of all: who comes after is told to come back instead of waiting for minutes. */
const PER_LANE = 16;
const IN_ALL = 64;
const RETRY_S = 2;

type Lane = { name: string; waiting: (() => void)[] };

/**
 * The queue before the hashing of passwords. Every asker (an address that logs in, an account that makes accounts) has a lane of its own
 * and the lanes take turns: a right log-in does not wait behind five hundred guesses from elsewhere.
 */
export class PasswordQueue {
  readonly #lanes: Lane[] = [];
  #running = 0;
  #waiting = 0;

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#turn(name);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(name: string): Promise<void> {
    let lane = this.#lanes.find((each) => each.name === name);
    if (this.#waiting >= IN_ALL || (lane?.waiting.length ?? 0) >= PER_LANE)
      throw new ProblemError(busy({ seconds: RETRY_S }), { headers: { 'retry-after': String(RETRY_S) } });
    if (!lane) this.#lanes.push((lane = { name, waiting: [] }));
    this.#waiting++;
    const { waiting } = lane;
    return new Promise((resolve) => void waiting.push(resolve));
  }

  /** Hands the place to the lane whose turn it is, which then stands last. */
  #next(): void {
    const lane = this.#lanes.shift();
    const go = lane?.waiting.shift();
    if (!lane || !go) return void this.#running--;
    this.#waiting--;
    if (lane.waiting.length > 0) this.#lanes.push(lane);
    go();
  }
}
