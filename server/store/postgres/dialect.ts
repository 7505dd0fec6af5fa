import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClientBase, QueryResult as Answer } from 'pg';

import { postgresError } from '#server/store/postgres/errors.ts';

/** Runs one statement somewhere: on a free connection, or in the transaction that is under way. */
export type Execute = (query: { name?: string; text: string; values: unknown[] }) => Promise<Answer>;

/** Kysely over whatever executes; transactions are the engine's, not Kysely's. */
export function postgresDialect(execute: Execute): Dialect {
  const connection = new PostgresConnection(execute);
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresConnection implements DatabaseConnection {
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount, command } = await this.#execute({ name: nameOf(sql), text: sql, values: [...parameters] });
      return { rows: rows as R[], ...(command === 'SELECT' ? {} : { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      throw postgresError(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

function driverOf(connection: DatabaseConnection): Driver {
  const none = (): Promise<never> => Promise.reject(new Error('Transactions are begun by the engine.'));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: none,
    commitTransaction: none,
    rollbackTransaction: none,
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  };
}

/** What comes twice is prepared once per connection, by a name; a database of few connections bears so many. */
const MOST_NAMES = 1000;
const names = new Map<string, string>();
const seenOnce = new LRUCache<string, true>({ max: MOST_NAMES });

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  if (!seenOnce.delete(text)) {
    seenOnce.set(text, true);
    return undefined;
  }
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Sends statements behind each other without waiting in between; the answer is that of the last but `after`. Those
 * before and after it fail only together with it or with the connection.
 */
export async function inOneGo(client: ClientBase, before: string, query: Parameters<Execute>[0], after: string): Promise<Answer> {
  const [begun, answer, ended] = await Promise.allSettled([client.query(before), client.query(query), client.query(after)]);
  if (begun.status === 'rejected') throw begun.reason;
  if (answer.status === 'rejected') throw answer.reason;
  if (ended.status === 'rejected') throw ended.reason;
  return answer.value;
}
