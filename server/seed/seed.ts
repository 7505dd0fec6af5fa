import { passwordsOf } from '#server/features/account/password.ts';
import { builtInWorld } from '#server/seed/built-in.ts';
import { demoWorld } from '#server/simulator/world/demo-world.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import { renewFirstAccount } from '#server/features/account/seed/first-account.ts';
import { loadWorld } from '#server/seed/load.ts';
import { metaOf, setMeta } from '#server/store/platform/meta.ts';
import type { Services } from '#server/kernel/services.ts';

export type SeedName = 'demo' | 'examples' | 'empty';

/** Fills a database that was never filled; false if it was. */
export async function seedFor(services: Services, name: SeedName, size: { sites?: number; companies?: number } = {}): Promise<boolean> {
  const { store, system, clock, contract } = services;
  const done = await metaOf(store.engine.read, 'seed');
  if (done !== undefined) {
    await renewFirstAccount(services);
    return false;
  }
  const now = clock.now();
  const world =
    name === 'demo'
      ? demoWorld({ now, permissions: contract.tree, ...size })
      : name === 'examples'
        ? examplesWorld(contract.document)
        : builtInWorld(now, contract.tree);
  await loadWorld(system, passwordsOf(services), world);
  await store.engine.write((tx) => setMeta(tx, 'seed', name));
  return true;
}
