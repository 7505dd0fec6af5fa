import '#server/kernel/memory.ts';

import { join, resolve } from 'node:path';

import { recover, RecoverError } from '#server/features/account/recover.ts';
import { systemClock } from '#server/store/clock.ts';
import { createServices } from '#server/services-of.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { StartError } from '#server/store/start-error.ts';

/**
 * npm run recover [-- USERNAME]: lets a super administrator in again, with a one-time password. Whoever may read the data
 * directory or knows DATABASE_URL may do so; nobody can over the network.
 */
const root = resolve(import.meta.dirname, '..');

try {
  const { dataDir, databaseUrl, secretsKey } = readSettings(process.env);
  const services = await createServices({
    root,
    contract: loadContract(join(root, 'generated')),
    dataDir,
    databaseUrl,
    secretsKey,
    clock: systemClock,
    captcha: true,
    demo: false,
    passwordCost: 2 ** 15,
  });
  try {
    const { username, password, created } = await recover(services, process.argv[2]);
    process.stdout.write(
      `${created ? 'There was no super administrator. A new one was made. ' : ''}Log in as ${username} with the password ${password} within a day, and choose one of your own. It is shown only now. The account is enabled, its sessions are ended, and no second step, list of addresses or failed attempt stands in the way.\n`,
    );
  } finally {
    await services.store.close();
  }
} catch (error) {
  // what the operator can mend is told in one line
  if (!(error instanceof SettingsError) && !(error instanceof StartError) && !(error instanceof RecoverError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
