import { join, resolve } from 'node:path';

import { createServices } from '#server/services-of.ts';
import type { readSettings } from '#server/settings.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { systemClock } from '#server/store/clock.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a demo network is put into that no server runs on yet; `passwordCost` is the scrypt cost of its passwords. */
export function demoServices(
  { dataDir, databaseUrl, secretsKey }: ReturnType<typeof readSettings>,
  passwordCost: number,
): ReturnType<typeof createServices> {
  return createServices({
    demo: true,
    root,
    contract: loadContract(join(root, 'generated')),
    dataDir,
    secretsKey,
    databaseUrl,
    clock: systemClock,
    captcha: true,
    passwordCost,
  });
}
