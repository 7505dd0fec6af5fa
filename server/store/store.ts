import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { EntityName } from '#generated/server/entities.ts';
import { isSpecOf } from '#server/store/items/typed.ts';
import type { Clock } from '#server/store/clock.ts';
import { createEphemeral } from '#server/store/platform/ephemeral.ts';
import type { Engine } from '#server/store/engine.ts';
import type { EntitySchemas } from '#server/store/fits/entity-schemas.ts';
import { Fits } from '#server/store/fits/fits.ts';
import { inspect, type Inspected } from '#server/store/fits/inspect.ts';
import { Handle, type HandleOptions } from '#server/store/items/handle.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { damaged, isSqliteError, orStartError } from '#server/store/sqlite/damage.ts';
import { lockDataDirectory } from '#server/store/sqlite/lock.ts';
import { createVault, readKeys } from '#server/store/vault.ts';
import { bindVault, sealAll } from '#server/store/items/sealed.ts';
import type { Listener, StoreBase } from '#server/store/store-base.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { Db } from '#server/store/items/tables.ts';
import { type Forgotten, migrate } from '#server/store/migrate.ts';
import { applyMigrations, type Migrated } from '#server/store/migrations/apply.ts';
import type { MigrationFile } from '#server/store/migrations/migration.ts';
import { unlimited } from '#server/store/query/reach.ts';
import { sqliteEngine } from '#server/store/sqlite/engine.ts';

export type Store = StoreBase & {
  /** Reads and writes of one caller: the handle already holds what he can reach. */
  for(options: HandleOptions): Handle;
  /** What opening it changed of what is stored. */
  opened: Opened;
};

/** What becomes of stored documents when a database is opened under the contract of today. */
export type Opened = { migrated: Migrated[]; forgotten: Forgotten[] };

/** Where data lives: a directory that this process has for itself, or a PostgreSQL that several may share. */
export type DataLocation = {
  directory: string;
  databaseUrl?: string;
  /** The keys of secrets, where they are not in the directory. */ secretsKey?: string;
};

/** What is stored, what its documents are held to, and what brings them there. */
export type Stocked = { specs: Map<string, ItemSpec>; schemas: EntitySchemas; migrations: readonly MigrationFile[] };

const OWNER_ONLY = 0o700;
export const DATABASE = 'console.db';

/** Opens the database, creates or migrates it; throws if another process has the directory. */
export async function openStore(place: DataLocation, stocked: Stocked, clock: Clock): Promise<Store> {
  const { store, bring } = await assemble(place, stocked, clock);
  await orClose(store, place, () =>
    store.engine.exclusively('migrate', async () => {
      store.opened = await store.engine.write(bring);
    }),
  );
  const { migrated, forgotten } = store.opened;
  const changed = new Set([...migrated, ...forgotten].map(({ resource }) => resource));
  if (changed.size > 0) await store.changed(changed);
  return store;
}

/** What opening it would change, and which documents would not fit then. Nothing is written. */
export async function rehearseStart(place: DataLocation, stocked: Stocked, clock: Clock): Promise<Opened & { unfit: Inspected[] }> {
  const { store, bring } = await assemble(place, stocked, clock);
  const trial: { result?: Opened & { unfit: Inspected[] } } = {};
  await orClose(store, place, () =>
    store.engine.exclusively('migrate', () =>
      store.engine.write(async (tx) => {
        const opened = await bring(tx);
        const unfit = await inspect(tx, stocked.specs.values(), stocked.schemas);
        trial.result = { ...opened, unfit };
        throw new Rehearsed();
      }),
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  if (!trial.result) throw new Error('Nothing was rehearsed.');
  return trial.result;
}

class Rehearsed extends Error {}

async function assemble(
  place: DataLocation,
  { specs, schemas, migrations }: Stocked,
  clock: Clock,
): Promise<{ store: Store; bring: (tx: Db) => Promise<Opened> }> {
  if (place.databaseUrl === undefined || place.secretsKey === undefined) makeDirectory(place.directory);
  const vault = createVault(readKeys(place.directory, place.secretsKey));
  bindVault(specs.values(), vault);
  const { engine, unlock } = await openEngine(place);
  const listeners: Listener[] = [];
  const heard = (resources: ReadonlySet<string>): void => {
    for (const listener of listeners) listener(resources);
  };
  const store: Store = {
    engine,
    clock,
    specs: [...specs.values()],
    spec: (name) => specOf(specs, name),
    specIf: (name) => specIf(specs, name),
    specNamed: (name) => specs.get(name),
    ephemeral: createEphemeral(engine, clock, vault),
    fits: new Fits(engine, schemas),
    for: (options) => new Handle(store, options),
    opened: { migrated: [], forgotten: [] },
    version: (resource) => engine.version(resource),
    async changed(resources) {
      await engine.announce(resources);
      heard(resources);
    },
    heard,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await store.fits.stop();
      await engine.close();
      unlock();
    },
  };
  engine.onElsewhere((resources = new Set(specs.keys())) => heard(resources));
  const bring = async (tx: Db): Promise<Opened> => {
    let migrated: Migrated[] = [];
    const transaction = (requestId: string): Transaction =>
      store.for({ actor: { name: 'system', requestId }, reach: () => unlimited }).within(tx);
    const forgotten = await migrate(tx, specs.values(), engine.dialect, async () => {
      migrated = await applyMigrations(tx, migrations, { specs, schemas, transaction });
    });
    await sealAll(tx, specs.values(), vault);
    await store.fits.begin(tx, specs.values());
    return { migrated, forgotten };
  };
  return { store, bring };
}

async function orClose(store: Store, { directory }: DataLocation, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await store.close();
    // what is damaged may be further in than the first page
    throw isSqliteError(error) ? damaged(join(directory, DATABASE), error) : error;
  }
}

/** Nobody else of the machine reads what is in it; a directory that holds other things too stays as its owner has it. */
function makeDirectory(directory: string): void {
  orStartError(() => {
    const made = mkdirSync(directory, { recursive: true, mode: OWNER_ONLY });
    if (made === undefined && existsSync(join(directory, DATABASE))) chmodSync(directory, OWNER_ONLY);
  }, directory);
}

/** The driver of PostgreSQL is loaded only where it is needed. */
async function openEngine({ directory, databaseUrl }: DataLocation): Promise<{ engine: Engine; unlock: () => void }> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('#server/store/postgres/engine.ts');
    return { engine: await openPostgres(databaseUrl), unlock: () => {} };
  }
  const unlock = lockDataDirectory(directory);
  const file = join(directory, DATABASE);
  try {
    return { engine: orStartError(() => sqliteEngine(file), file), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function specOf<Name extends EntityName>(specs: ReadonlyMap<string, ItemSpec>, name: Name): ItemSpec<Name> {
  const spec = specIf(specs, name);
  if (!spec) throw new Error(`The contract has no ${name}.`);
  return spec;
}

function specIf<Name extends EntityName>(specs: ReadonlyMap<string, ItemSpec>, name: Name): ItemSpec<Name> | undefined {
  const spec = specs.get(name);
  return spec && isSpecOf(spec, name) ? spec : undefined;
}
