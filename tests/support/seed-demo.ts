import { seedFor } from '#server/seed/seed.ts';
import { readSettings } from '#server/settings.ts';
import { demoServices } from '#server/simulator/demo-services.ts';
import { PASSWORD_COST } from './seeded.ts';

/** The demo network in DATA_DIR, as `npm run seed` makes it but for the cost of its passwords. */
const services = await demoServices(readSettings(process.env), PASSWORD_COST);
await services.store.engine.exclusively('seed', () => seedFor(services, 'demo'));
await services.store.close();
