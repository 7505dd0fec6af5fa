import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { type EntityName } from '#generated/server/entities.ts';
import { isSpecOf } from '#server/store/items/typed.ts';
import { type Clock } from '#server/store/clock.ts';
import { createEphemeral } from '#server/store/items/ephemeral.ts';
import { type Engine } from '#server/store/engine.ts';
import { Handle, type HandleOptions } from '#server/store/items/handle.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { damaged, isSqliteError, orStartError } from '#server/store/sqlite/damage.ts';
import { lockDataDirectory } from '#server/store/sqlite/lock.ts';
import { createVault, readKeys } from '#server/store/vault.ts';
import { bindVault, sealAll } from '#server/store/items/sealed.ts';
import { type Listener, type StoreBase } from '#server/store/store-base.ts';
import { migrate } from '#server/store/migrate.ts';
import { sqliteEngine } from '#server/store/sqlite/engine.ts';

export type Store = StoreBase & {
  /** Reads and writes of one caller: the handle already holds what he can reach. */
  for(options: HandleOptions): Handle;
};

/** Where data lives: a directory that this process has for itself, or a PostgreSQL that several may share. */
export type Place = {
  directory: string;
  databaseUrl?: string;
  /** The keys of secrets, where they are not in the directory. */ secretsKey?: string;
};

const OWNER_ONLY = 0o700;
const DATABASE = 'console.db';

/** Opens the database, creates or migrates it; throws if another process has the directory. */
export async function openStore(place: Place, specs: Map<string, ItemSpec>, clock: Clock): Promise<Store> {
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
    specs,
    spec: (name) => specOf(specs, name),
    specIf: (name) => specIf(specs, name),
    ephemeral: createEphemeral(engine, clock, vault),
    for: (options) => new Handle(store, options),
    version: (resource) => engine.version(resource),
    async changed(resources) {
      await engine.announce(resources);
      heard(resources);
    },
    heard,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await engine.close();
      unlock();
    },
  };
  engine.onElsewhere((resources = new Set(specs.keys())) => heard(resources));
  try {
    await engine.exclusively('migrate', () =>
      engine.write(async (tx) => {
        await migrate(tx, specs.values(), engine.dialect);
        await sealAll(tx, specs.values(), vault);
      }),
    );
  } catch (error) {
    await store.close();
    // what is damaged may be further in than the first page
    throw isSqliteError(error) ? damaged(join(place.directory, DATABASE), error) : error;
  }
  return store;
}

/** Nobody else of the machine reads what is in it; a directory that holds other things too stays as its owner has it. */
function makeDirectory(directory: string): void {
  orStartError(() => {
    const made = mkdirSync(directory, { recursive: true, mode: OWNER_ONLY });
    if (made === undefined && existsSync(join(directory, DATABASE))) chmodSync(directory, OWNER_ONLY);
  }, directory);
}

/** The driver of PostgreSQL is loaded only where it is needed. */
async function openEngine({ directory, databaseUrl }: Place): Promise<{ engine: Engine; unlock: () => void }> {
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
