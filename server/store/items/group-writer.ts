import type { Db } from '#server/store/items/tables.ts';
import type { WriteOptions } from '#server/store/engine.ts';

/** One piece of work that waits for its turn in a transaction. */
export type Pending = {
  work: (tx: Db) => Promise<void>;
  touched: () => ReadonlySet<string>;
  /** Called when what it did is there to stay. */
  resolve: () => void;
  reject: (reason: unknown) => void;
};

const LARGEST_GROUP = 64;
const nothing: ReadonlySet<string> = new Set();

/** Writes of this process one after the other; those that arrive together are handed over as one group. */
export class GroupWriter {
  readonly #runGroup: (group: Pending[]) => Promise<void>;
  readonly #queue: Pending[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  /** `runGroup` settles every one of its group, and does not reject. */
  constructor(runGroup: (group: Pending[]) => Promise<void>) {
    this.#runGroup = runGroup;
  }

  write<T>(work: (tx: Db) => Promise<T>, { touched = () => nothing }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new Error('The store is closed.'));
      let settle = (): void => {};
      const kept = async (tx: Db): Promise<void> => {
        const value = await work(tx);
        settle = () => resolve(value);
      };
      this.#queue.push({ work: kept, touched, resolve: () => settle(), reject });
      this.#running ??= this.#runAll();
    });
  }

  /** Ends with what is queued. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #runAll(): Promise<void> {
    // what arrives in this turn of the loop joins the group
    await new Promise<void>((resolve) => void setImmediate(resolve));
    while (this.#queue.length > 0) await this.#runGroup(this.#queue.splice(0, LARGEST_GROUP));
    this.#running = undefined;
  }
}
