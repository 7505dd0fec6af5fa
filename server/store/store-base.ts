import type { EntityName } from '#generated/server/entities.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Engine } from '#server/store/engine.ts';
import type { Ephemeral } from '#server/store/platform/ephemeral.ts';
import type { Fits } from '#server/store/fits/fits.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

/** Told after each commit which resources it changed. */
export type Listener = (resources: ReadonlySet<string>) => void;

/** What stands behind every handle. */
export type StoreBase = {
  engine: Engine;
  clock: Clock;
  /** How each stored entity is stored. */
  specs: readonly ItemSpec[];
  /** How an entity of ours is stored; throws where another contract is served that has none. */
  spec<Name extends EntityName>(name: Name): ItemSpec<Name>;
  /** The same, undefined where the contract has none. */
  specIf<Name extends EntityName>(name: Name): ItemSpec<Name> | undefined;
  /** For a name that only a running contract, a row or a request knows; whoever can write it down asks by `spec`. */
  specNamed(name: string): ItemSpec | undefined;
  /** What every process of this database knows for a while. */
  ephemeral: Ephemeral;
  /** Which stored documents are not what the contract says today. */
  fits: Fits;
  /** Number that changes with every write to the resource, whichever process wrote. */
  version(resource: string): number | Promise<number>;
  /** Says that something changed past the handles, here and in every other process of this database. */
  changed(resources: ReadonlySet<string>): Promise<void>;
  /** Called by handles after a commit, of which the others hear from the database. */
  heard(resources: ReadonlySet<string>): void;
  /** Called after every change, wherever it was made. */
  onChange(listener: Listener): void;
  close(): Promise<void>;
};
