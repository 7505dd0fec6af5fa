import { setTimeout as wait } from 'node:timers/promises';

import { Kysely } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';

import type { Pending } from '#server/store/items/group-writer.ts';
import type { Changes } from '#server/store/postgres/changes.ts';
import { type Execute, inOneGo, postgresDialect } from '#server/store/postgres/dialect.ts';
import { ConflictError, DatabaseUnavailableError, isDuplicate, postgresError } from '#server/store/postgres/errors.ts';
import { settingOf } from '#server/store/postgres/policies.ts';
import type { Scope } from '#server/store/query/scope.ts';
import type { Tables, Db } from '#server/store/items/tables.ts';

/** Every writer holds this advisory lock with the others; one that was too often in conflict holds it alone. */
const WRITERS = 7_301_001;
const TRIES_BESIDE_OTHERS = 4;
const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 200;

/** The transaction that is under way. */
type Running = { client: PoolClient; conflict?: ConflictError };

/**
 * One writing connection per process, serializable: what a check saw still holds at the commit, whatever other
 * processes wrote meanwhile, or the work is done again. A sequential scan would lock the whole table against others, so
 * transactions that write are planned without.
 */
export class PostgresWriter {
  readonly #take: () => Promise<PoolClient>;
  readonly #changes: Changes;
  readonly #tx: Db;
  readonly #scoped = new WeakMap<Exclude<Scope, 'all'>, Db>();
  #running: Running | undefined;

  constructor(take: () => Promise<PoolClient>, changes: Changes) {
    this.#take = take;
    this.#changes = changes;
    this.#tx = new Kysely<Tables>({ dialect: postgresDialect((query) => this.#run((client) => client.query(query))) });
  }

  within(tx: Db, scope: Scope): Db {
    if (scope === 'all') return tx;
    let found = this.#scoped.get(scope);
    if (!found) {
      const [narrow, all] = [settingOf(scope), settingOf('all')];
      const execute: Execute = (query) => this.#run((client) => inOneGo(client, narrow, query, all));
      this.#scoped.set(scope, (found = new Kysely<Tables>({ dialect: postgresDialect(execute) })));
    }
    return found;
  }

  /** Commits the group together; what came into conflict is done again, each for itself. */
  async runGroup(group: Pending[]): Promise<void> {
    const again: Pending[] = [];
    try {
      await this.#transact(group, { again });
    } catch (error) {
      if (!(error instanceof ConflictError)) {
        for (const item of group) item.reject(error);
        return;
      }
      again.splice(0, again.length, ...group);
    }
    for (const item of again) await this.#repeat(item);
  }

  async #repeat(item: Pending): Promise<void> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await wait(Math.random() * Math.min(LONGEST_WAIT_MS, 5 * 2 ** tries));
      try {
        await this.#transact([item], { alone: tries > TRIES_BESIDE_OTHERS });
        return;
      } catch (error) {
        if (!(error instanceof ConflictError)) return item.reject(error);
      }
    }
    item.reject(new DatabaseUnavailableError('Too many others write the same.'));
  }

  /** Settles the group, or throws and has done nothing. Items of `again` are left to be repeated. */
  async #transact(group: Pending[], { again, alone = false }: { again?: Pending[]; alone?: boolean }): Promise<void> {
    const settled: (() => void)[] = [];
    const touched = new Set<string>();
    const client = await this.#take().catch((error: unknown) => {
      throw postgresError(error);
    });
    const running: Running = { client };
    this.#running = running;
    try {
      if (alone) await client.query(`select pg_advisory_lock(${WRITERS})`);
      await client.query(
        `begin isolation level serializable; set local enable_seqscan = off${alone ? '' : `; select pg_advisory_xact_lock_shared(${WRITERS})`}`,
      );
      for (const item of group) {
        // sent, not waited for: what follows is behind it
        unobserved(client.query('savepoint one'));
        try {
          await item.work(this.#tx);
          for (const resource of item.touched()) touched.add(resource);
          settled.push(() => item.resolve());
          unobserved(client.query('release one'));
        } catch (error) {
          if (running.conflict) throw running.conflict;
          if (again && isDuplicate(error)) again.push(item);
          else settled.push(() => item.reject(error));
          await client.query('rollback to one; release one');
        }
      }
      if (running.conflict) throw running.conflict;
      mustBeCommitted(await client.query(`commit${touched.size > 0 ? `; ${this.#changes.statement(touched)}` : ''}`));
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw postgresError(error);
    } finally {
      this.#running = undefined;
      if (alone) await client.query(`select pg_advisory_unlock(${WRITERS})`).catch(() => {});
      client.release();
    }
    for (const settle of settled) settle();
  }

  /** A conflict ends the transaction, whoever catches its error. */
  async #run(send: (client: PoolClient) => Promise<QueryResult>): Promise<QueryResult> {
    const running = this.#running;
    if (!running) throw new Error('The transaction is over.');
    try {
      return await send(running.client);
    } catch (error) {
      const known = postgresError(error);
      if (known instanceof ConflictError) running.conflict = known;
      throw error;
    }
  }
}

/** Where it fails, so does what follows it. */
function unobserved(sent: Promise<unknown>): void {
  sent.catch(() => {});
}

/** A transaction in which a statement failed unnoticed is rolled back by its commit, without an error. */
function mustBeCommitted(answer: QueryResult | QueryResult[]): void {
  const [{ command } = { command: '' }] = Array.isArray(answer) ? answer : [answer];
  if (command !== 'COMMIT') throw new Error('A statement failed and was not undone: nothing was committed.');
}
