import { isJson } from '#domain/json.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Json } from '#domain/model.ts';
import type { Vault } from '#server/store/vault.ts';
import type { Db } from '#server/store/items/tables.ts';
import type { Engine } from '#server/store/engine.ts';

/**
 * Values that are good for a while and for every process on the same database: pictures to type off, codes by SMS,
 * successors of tokens. What is over is as good as gone.
 */
export type Ephemeral = {
  /** Keeps a value for `ttl` milliseconds; an earlier one of the same kind and key is replaced. */
  put(kind: string, key: string, value: Json, ttl: number): Promise<void>;
  /** Keeps a place for `ttl`, unless it is kept: of two who do so at the same time one gets it. Answers until when another has it. */
  claim(kind: string, key: string, ttl: number): Promise<number | undefined>;
  get(kind: string, key: string): Promise<Json | undefined>;
  /** The value, which is spent by it: of two who take at the same time one gets it. */
  take(kind: string, key: string): Promise<Json | undefined>;
  /**
   * Adds to a number and answers it: of many that add at the same time each gets one of its own. The first of a while begins it;
   * `fresh` begins it anew with just this number.
   */
  count(kind: string, key: string, by: number, ttl: number, fresh?: boolean): Promise<Counted>;
  /** What was counted, by key. */
  counted(kind: string, keys: readonly string[]): Promise<Map<string, Counted>>;
  /** Deletes what is over. */
  sweep(): Promise<void>;
};

export type Counted = { count: number; until: number };

export function createEphemeral(engine: Engine, clock: Clock, vault: Vault): Ephemeral {
  return {
    async put(kind, key, value, ttl) {
      const kept = { value: vault.seal(JSON.stringify(value)), until: clock.now() + ttl };
      await engine.write((tx) =>
        tx
          .insertInto('ephemeral')
          .values({ kind, key, ...kept })
          .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(kept))
          .execute(),
      );
    },
    async claim(kind, key, ttl) {
      const now = clock.now();
      return engine.write(async (tx) => {
        await tx.deleteFrom('ephemeral').where('kind', '=', kind).where('key', '=', key).where('until', '<=', now).execute();
        const added = await tx
          .insertInto('ephemeral')
          .values({ kind, key, value: 'true', until: now + ttl })
          .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
          .returning('until')
          .executeTakeFirst();
        if (added) return undefined;
        const kept = await tx.selectFrom('ephemeral').select('until').where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
        return kept?.until ?? now;
      });
    },
    async get(kind, key) {
      const row = await engine.read
        .selectFrom('ephemeral')
        .select('value')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('until', '>', clock.now())
        .executeTakeFirst();
      return row && jsonOf(vault.open(row.value));
    },
    async take(kind, key) {
      const row = await engine.write((tx) =>
        tx.deleteFrom('ephemeral').where('kind', '=', kind).where('key', '=', key).returning(['value', 'until']).executeTakeFirst(),
      );
      return row && row.until > clock.now() ? jsonOf(vault.open(row.value)) : undefined;
    },
    async count(kind, key, by, ttl, fresh = false) {
      const now = clock.now();
      return engine.write(async (tx) => {
        const row = await tx
          .selectFrom('ephemeral')
          .select(['value', 'until'])
          .where('kind', '=', kind)
          .where('key', '=', key)
          .where('until', '>', now)
          .executeTakeFirst();
        const going = fresh ? undefined : row;
        const next = { count: (going ? Number(going.value) : 0) + by, until: going?.until ?? now + ttl };
        const kept = { value: String(next.count), until: next.until };
        await tx
          .insertInto('ephemeral')
          .values({ kind, key, ...kept })
          .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(kept))
          .execute();
        return next;
      });
    },
    async counted(kind, keys) {
      if (keys.length === 0) return new Map();
      const rows = await engine.read
        .selectFrom('ephemeral')
        .select(['key', 'value', 'until'])
        .where('kind', '=', kind)
        .where('key', 'in', keys)
        .where('until', '>', clock.now())
        .execute();
      return new Map(rows.map(({ key, value, until }) => [key, { count: Number(value), until }]));
    },
    async sweep() {
      await engine.write((tx) => tx.deleteFrom('ephemeral').where('until', '<=', clock.now()).execute());
    },
  };
}

/** Within a transaction of somebody else's: a word that stays as it was first kept. It is no secret. */
export async function keepUntil(tx: Db, kind: string, key: string, value: Json, until: number): Promise<void> {
  await tx
    .insertInto('ephemeral')
    .values({ kind, key, value: JSON.stringify(value), until })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute();
}

/** Of any kind: what is kept under a name, and what keeps that name. */
export async function forgetAllOf(tx: Db, name: string): Promise<void> {
  await tx
    .deleteFrom('ephemeral')
    .where((or) => or.or([or('key', '=', name), or('value', '=', JSON.stringify(name))]))
    .execute();
}

function jsonOf(text: string): Json | undefined {
  const value: unknown = JSON.parse(text);
  return isJson(value) ? value : undefined;
}
