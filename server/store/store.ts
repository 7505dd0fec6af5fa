import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { type Clock } from '#server/clock.ts';
import { createEphemeral, type Ephemeral } from '#server/store/ephemeral.ts';
import { type Engine, sqliteEngine } from '#server/store/engine.ts';
import { Handle, type HandleOptions } from '#server/store/handle.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { lockDataDirectory } from '#server/store/lock.ts';
import { migrate } from '#server/store/migrate.ts';

/** Told after each commit which resources it changed. */
type Listener = (resources: ReadonlySet<string>) => void;

export type Store = {
  engine: Engine;
  clock: Clock;
  specs: Map<string, ItemSpec>;
  /** What every process of this database knows for a while. */
  ephemeral: Ephemeral;
  /** Reads and writes of one caller: the handle already holds what he can reach. */
  for(options: HandleOptions): Handle;
  /** Number that changes with every write to the resource. */
  version(resource: string): number;
  /** Called by handles after a commit. */
  changed(resources: ReadonlySet<string>): void;
  onChange(listener: Listener): void;
  close(): Promise<void>;
};

/** Opens (and creates or migrates) the data directory; throws if another process has it. */
export async function openStore(directory: string, specs: Map<string, ItemSpec>, clock: Clock): Promise<Store> {
  mkdirSync(directory, { recursive: true });
  const unlock = lockDataDirectory(directory);
  const engine = sqliteEngine(join(directory, 'console.db'));
  await engine.write((tx) => migrate(tx, specs.values()));
  const versions = new Map<string, number>();
  const listeners: Listener[] = [];
  const store: Store = {
    engine,
    clock,
    specs,
    ephemeral: createEphemeral(engine, clock),
    for: (options) => new Handle(store, options),
    version: (resource) => versions.get(resource) ?? 0,
    changed(resources) {
      for (const resource of resources) versions.set(resource, (versions.get(resource) ?? 0) + 1);
      for (const listener of listeners) listener(resources);
    },
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await engine.close();
      unlock();
    },
  };
  return store;
}
