import { once } from 'node:events';

import { readSettings, SettingsError } from '#server/settings.ts';
import { StartError } from '#server/store/start-error.ts';
import { storedLines } from '#server/store/stored-lines.ts';

/** What DATA_DIR or DATABASE_URL holds, as lines of JSON: for `npm run contract:diff`, which holds it to two contracts. */
try {
  const { dataDir, databaseUrl } = readSettings(process.env);
  for await (const line of storedLines({ directory: dataDir, databaseUrl }))
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
} catch (error) {
  if (!(error instanceof SettingsError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
