import type { Entities } from '#generated/server/entities.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Store } from '#server/store/store.ts';
import { SINGLE } from '#server/store/items/transaction.ts';

type Config = Partial<Entities['SystemConfig']>;

const DEFAULT_LIFETIME = 1800;

/** The system configuration as calls need it, read again only after it was written. */
export class SystemState {
  readonly #store: Store;
  readonly #system: Handle;
  #config: Config | undefined;
  #changes = 0;

  constructor(store: Store, system: Handle) {
    this.#store = store;
    this.#system = system;
    store.onChange((resources) => {
      if (!resources.has('SystemConfig')) return;
      this.#changes++;
      this.#config = undefined;
    });
  }

  async config(): Promise<Config> {
    if (this.#config) return this.#config;
    const changes = this.#changes;
    const spec = this.#store.specIf('SystemConfig');
    const stored = spec ? await this.#system.get(spec, SINGLE) : undefined;
    const config = stored?.doc ?? {};
    // what changed while it was read is read again
    if (changes === this.#changes) this.#config = config;
    return config;
  }

  async inMaintenance(): Promise<boolean> {
    return (this.#config ?? (await this.config())).enable === false;
  }

  /** Lifetime of a session in seconds. */
  async lifetime(): Promise<number> {
    return (await this.config()).sessionLifetime ?? DEFAULT_LIFETIME;
  }
}
