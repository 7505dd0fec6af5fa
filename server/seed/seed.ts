import { oneTime, oneTimePassword } from '#server/access/one-time-password.ts';
import { demoWorld } from '#server/seed/demo-world.ts';
import { examplesWorld } from '#server/seed/examples-world.ts';
import { firstAdministrator } from '#server/seed/first-administrator.ts';
import { loadWorld } from '#server/seed/load.ts';
import { systemConfig } from '#server/seed/system.ts';
import { type World } from '#server/seed/world.ts';
import { type Services } from '#server/services.ts';

export type SeedName = 'demo' | 'examples' | 'empty';

/** Fills a database that was never filled; false if it was. */
export async function seedFor(services: Services, name: SeedName, size: { sites?: number; companies?: number } = {}): Promise<boolean> {
  const { store, system, passwords, clock, contract } = services;
  const done = await store.engine.read.selectFrom('meta').select('value').where('name', '=', 'seed').executeTakeFirst();
  if (done) return false;
  const now = clock.now();
  const world =
    name === 'demo'
      ? demoWorld({ now, permissions: contract.tree, ...size })
      : name === 'examples'
        ? examplesWorld(contract.document)
        : emptyWorld(now);
  await loadWorld(system, passwords, world);
  await store.engine.write((tx) => tx.insertInto('meta').values({ name: 'seed', value: name }).execute());
  return true;
}

/** One administrator with a password that is told once; the first log-in must choose another name and password. */
function emptyWorld(now: number): World {
  const password = oneTimePassword();
  process.stdout.write(
    `Log in as admin with the password ${password} within a day, and choose a name and a password of your own. It is shown only now.\n`,
  );
  const admin = { ...firstAdministrator(), password, ...oneTime(now) };
  return { SystemConfig: [systemConfig(now)], User: [admin] };
}
