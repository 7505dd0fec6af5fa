import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { systemClock } from '#server/clock.ts';
import { seedFor } from '#server/seed/seed.ts';
import { createServices } from '#server/services-of.ts';

/** npm run seed -- --sites 10000 [--companies 3]: a demo world of that size in an empty DATA_DIR. */
const root = resolve(import.meta.dirname, '../..');
const dataDir = resolve(process.env['DATA_DIR'] || 'data');
const { values } = parseArgs({ options: { sites: { type: 'string' }, companies: { type: 'string' } } });

const started = performance.now();
const services = await createServices({
  root,
  generated: join(root, 'generated'),
  dataDir,
  clock: systemClock,
  captcha: true,
  passwordCost: 2 ** 15,
});
const seeded = await seedFor(services, 'demo', {
  sites: countOf(values.sites, '--sites'),
  companies: countOf(values.companies, '--companies'),
});
const sites = services.store.specs.get('Site');
const { total } = sites ? await services.system.list(sites, { skip: 0, limit: 1 }) : { total: 0 };
await services.store.close();
if (seeded) process.stdout.write(`${total} sites in ${dataDir} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
else stop(`${dataDir} holds data already (${total} sites). Remove it, or set DATA_DIR to another folder.`);

function countOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) stop(`${option} takes a whole number from 1 on, not ${text}.`);
  return count;
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
