import '#server/kernel/memory.ts';

import { join, resolve } from 'node:path';

import { createServices } from '#server/services-of.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { systemClock } from '#server/store/clock.ts';
import { StartError } from '#server/store/start-error.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { newKey, readKeys, writeKeys } from '#server/store/vault.ts';

/**
 * npm run rotate-key: everything that is kept under the key of the data directory is put under a new one. The server is
 * stopped meanwhile. Until all of it is done the file has both keys, so that whatever happens in between loses nothing.
 */
const root = resolve(import.meta.dirname, '..');

try {
  const { dataDir, databaseUrl, secretsKey } = readSettings(process.env);
  if (secretsKey)
    throw new SettingsError('SECRETS_KEY is set: put a new key before it (new,old), start the server once, then leave the old one out.');
  const key = newKey();
  writeKeys(dataDir, [key, ...readKeys(dataDir, undefined)]);
  const services = await createServices({
    root,
    contract: loadContract(join(root, 'generated')),
    dataDir,
    databaseUrl,
    clock: systemClock,
    captcha: true,
    demo: false,
    passwordCost: 2 ** 15,
  });
  await services.store.close();
  writeKeys(dataDir, [key]);
  process.stdout.write('Every secret is under a new key. Back up secrets.key again: the one of before opens nothing that is stored now.\n');
} catch (error) {
  // what the operator can mend is told in one line
  if (!(error instanceof SettingsError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
