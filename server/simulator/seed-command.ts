import { parseArgs } from 'node:util';

import { demoServices } from '#server/simulator/demo-services.ts';
import { addAudits, addLogs } from '#server/simulator/world/platform/bulk-logs.ts';
import { seedFor } from '#server/seed/seed.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { StartError } from '#server/store/start-error.ts';

/** npm run seed -- --sites 10000 [--companies 3] [--logs 1000000] [--audits 1000000]: a demo world of that size in an empty DATA_DIR, or in DATABASE_URL. */
const { values } = parseArgs({
  options: { sites: { type: 'string' }, companies: { type: 'string' }, logs: { type: 'string' }, audits: { type: 'string' } },
});

const own = settings();
const place = own.databaseUrl === undefined ? own.dataDir : 'the database of DATABASE_URL';
const started = performance.now();
const services = await demoServices(own, 2 ** 15).catch((error: unknown) =>
  error instanceof StartError ? stop(error.message) : Promise.reject(error as Error),
);
const size = { sites: countOf(values.sites, '--sites'), companies: countOf(values.companies, '--companies') };
const seeded = await services.store.engine.exclusively('seed', () => seedFor(services, 'demo', size));
const logs = countOf(values.logs, '--logs');
if (seeded && logs !== undefined) await addLogs(services, logs);
const audits = countOf(values.audits, '--audits');
if (seeded && audits !== undefined) await addAudits(services, audits);
const sites = services.store.spec('Site');
const { total } = await services.system.list(sites, { skip: 0, limit: 1 });
await services.store.close();
if (seeded) process.stdout.write(`${total} sites in ${place} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
else stop(`${place} holds data already (${total} sites). Empty it, or name another one.`);

function countOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) stop(`${option} takes a whole number from 1 on, not ${text}.`);
  return count;
}

function settings() {
  try {
    return readSettings(process.env);
  } catch (error) {
    return error instanceof SettingsError ? stop(error.message) : stop(String(error));
  }
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
