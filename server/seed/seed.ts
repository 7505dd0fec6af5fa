import { passwordsOf } from '#server/features/account/password.ts';
import { builtInWorld } from '#server/seed/built-in.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import { renewFirstAccount } from '#server/features/account/seed/first-account.ts';
import type { World } from '#server/kernel/seeding/world.ts';
import { loadWorld } from '#server/seed/load.ts';
import { metaOf, setMeta } from '#server/store/platform/meta.ts';
import type { Services } from '#server/kernel/services.ts';

type Size = { sites?: number; companies?: number };
export type SeedName = 'demo' | 'examples' | 'empty';

/** Fills a database that was never filled; false if it was. */
export async function seedFor(services: Services, name: SeedName, size: Size = {}): Promise<boolean> {
  const { store, system } = services;
  const done = await metaOf(store.engine.read, 'seed');
  if (done !== undefined) {
    await renewFirstAccount(services);
    return false;
  }
  const world = await worldOf(name, services, size);
  await loadWorld(system, passwordsOf(services), world);
  await store.engine.write((tx) => setMeta(tx, 'seed', name));
  return true;
}

async function worldOf(name: SeedName, { contract, clock }: Services, size: Size): Promise<World> {
  if (name === 'examples') return examplesWorld(contract.document);
  if (name === 'empty') return builtInWorld(clock.now(), contract.tree);
  const { demoWorld } = await import('#server/simulator/demo.ts');
  return demoWorld({ now: clock.now(), permissions: contract.tree, ...size });
}
