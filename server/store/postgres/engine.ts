import { Kysely } from 'kysely';
import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg';

import type { Engine, Reads } from '#server/store/engine.ts';
import { GroupWriter } from '#server/store/items/group-writer.ts';
import { Changes } from '#server/store/postgres/changes.ts';
import { inOneGo, postgresDialect, type Execute } from '#server/store/postgres/dialect.ts';
import { postgresError } from '#server/store/postgres/errors.ts';
import { everyTenant, postgres, settingOf, uncompiled, versionOf } from '#server/store/postgres/policies.ts';
import { Presence } from '#server/store/postgres/presence.ts';
import { refuseUnfit, startError } from '#server/store/postgres/start.ts';
import { SharedConnections } from '#server/store/postgres/shared.ts';
import { PostgresWriter } from '#server/store/postgres/writer.ts';
import type { Scope } from '#server/store/query/scope.ts';
import type { Tables, Db } from '#server/store/items/tables.ts';

/** How long a read may take, and how many connections of a kind one process opens. */
type Options = { capMs?: number; server?: number; callers?: number; slow?: number };

type Take = () => Promise<PoolClient>;

const CONNECT_MS = 5000;
const IDLE_MS = 30_000;
const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** One database for any number of processes. Nothing of it is kept in the process but what the database tells it to forget. */
export async function openPostgres(url: string, { capMs = 10_000, server = 5, callers = 8, slow = 2 }: Options = {}): Promise<Engine> {
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'wan-console',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: 6 * capMs,
    types: { getTypeParser: parserOf },
  };
  const pools: Pool[] = [];
  const presence = new Presence();
  const from = (taken: Pool) => () => presence.connect(taken);
  const pool = (max: number, more: pg.PoolConfig): Pool => {
    const made = new pg.Pool({ ...config, statement_timeout: capMs, idleTimeoutMillis: IDLE_MS, pipeline: true, max, ...more });
    // a connection that breaks is noticed by whoever uses it next
    made.on('error', () => {});
    made.on('connect', (client) => client.on('error', () => {}));
    presence.watch(made);
    pools.push(made);
    return made;
  };
  const first = (text: string): pg.PoolConfig => ({ onConnect: (client) => client.query(text) as unknown as void });
  const own = first(everyTenant);
  const ownPool = pool(server, own);
  const callersPool = pool(callers, first(uncompiled));
  const slowPool = pool(slow, { ...first(uncompiled), connectionTimeoutMillis: capMs + CONNECT_MS });
  const changes = new Changes(config, presence);
  const writer = new PostgresWriter(from(pool(1, { ...own, statement_timeout: 6 * capMs, lock_timeout: capMs })), changes);
  const writes = new GroupWriter((group) => writer.runGroup(group));

  const scopes = new WeakMap<Exclude<Scope, 'all'>, Reads>();
  const shared = new SharedConnections(from(ownPool), server);
  const read = databaseOf((query) => shared.query(query));
  const everything: Reads = { read, slow: slowly('all') };

  function slowly(scope: Scope): Reads['slow'] {
    const patient = databaseOf(limited(from(slowPool), scope));
    return async (query) => (await patient.executeQuery(query)).rows;
  }

  const engine: Engine = {
    dialect: postgres,
    isDamaged: () => false,
    ...everything,
    as(scope) {
      if (scope === 'all') return everything;
      let found = scopes.get(scope);
      if (!found) scopes.set(scope, (found = { read: databaseOf(limited(from(callersPool), scope)), slow: slowly(scope) }));
      return found;
    },
    write: (work, options) => writes.write(work, options),
    within: (tx, scope) => writer.within(tx, scope),
    exclusively: (name, work) => exclusively(config, name, work),
    async version(resource) {
      const query = {
        name: `v ${resource}`,
        text: `select last_value + is_called::int as version from ${pg.escapeIdentifier(versionOf(resource))}`,
        values: [],
      };
      const { rows } = await shared.query<{ version: number }>(query).catch(rethrow);
      return rows[0]?.version ?? 0;
    },
    async announce(resources) {
      await shared.query({ text: changes.statement(resources) }).catch(rethrow);
    },
    onElsewhere: (listener) => changes.onElsewhere(listener),
    async close() {
      await writes.close();
      await changes.close();
      shared.close();
      await Promise.all(pools.map((each) => each.end()));
    },
  };
  try {
    await withClient(from(ownPool), refuseUnfit);
    await changes.listen();
  } catch (error) {
    await engine.close();
    throw startError(error);
  }
  return engine;
}

function databaseOf(execute: Execute): Db {
  return new Kysely<Tables>({ dialect: postgresDialect(execute) });
}

/** Each statement in a transaction of its own that first says whose rows it may see. */
function limited(take: Take, scope: Scope): Execute {
  const begin = `begin read only; ${settingOf(scope)}`;
  return (query) => withClient(take, (client) => inOneGo(client, begin, query, 'commit'));
}

async function withClient<T>(take: Take, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await take();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** The lock is the connection's, so it ends with the process however that ends. */
async function exclusively<T>(config: ClientConfig, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock(hashtext($1))', [`wan-console ${name}`]);
    return await work();
  } catch (error) {
    throw postgresError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function rethrow(error: unknown): never {
  throw postgresError(error);
}

/** Times and counts are far below 2^53. */
function parserOf(...[id, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
  return NUMBERS.has(id) ? Number : pg.types.getTypeParser(id, format);
}
