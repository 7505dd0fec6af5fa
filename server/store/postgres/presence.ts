import type { Pool, PoolClient } from 'pg';

import { DatabaseUnavailableError } from '#server/store/postgres/errors.ts';

/**
 * A database that is stopped without being ended takes what is sent and answers nothing. Whoever waits for it is told at
 * once when that is noticed, and nobody begins to wait until it answers again.
 */
export class Presence {
  readonly #clients = new Set<PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #frozen = false;

  watch(pool: Pool): void {
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  async connect(pool: Pool): Promise<PoolClient> {
    if (this.#frozen) throw unavailable();
    const { promise: given, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    const taken = pool.connect();
    try {
      return await Promise.race([taken, given]);
    } catch (error) {
      // one that comes after all is nobody's any more
      void taken.then((client) => client.release(true)).catch(() => {});
      throw error;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** What is under way on a connection that is cut was done, or will never be: its transaction ends with it. */
  freeze(): void {
    this.#frozen = true;
    for (const reject of this.#waiting) reject(unavailable());
    this.#waiting.clear();
    for (const client of this.#clients) client.connection.stream.destroy();
    this.#clients.clear();
  }

  thaw(): void {
    this.#frozen = false;
  }
}

function unavailable(): Error {
  return new DatabaseUnavailableError('The database does not answer.');
}
