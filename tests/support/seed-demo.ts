import { join, resolve } from 'node:path';
import { seedFor } from '#server/seed/seed.ts';
import { createServices } from '#server/services-of.ts';
import { readSettings } from '#server/settings.ts';
import { systemClock } from '#server/store/clock.ts';

/**
 * The demo network in DATA_DIR, as `npm run seed` makes it but for its passwords: whoever logs in has his checked, which takes
 * as long as a twentieth of a page at the cost of production, and hundreds of tests begin with that.
 */
const root = resolve(import.meta.dirname, '../..');
const { dataDir, databaseUrl, secretsKey } = readSettings(process.env);
const services = await createServices({
  demo: true,
  root,
  generated: join(root, 'generated'),
  dataDir,
  secretsKey,
  databaseUrl,
  clock: systemClock,
  captcha: true,
  passwordCost: 1024,
});
await services.store.engine.exclusively('seed', () => seedFor(services, 'demo'));
await services.store.close();
