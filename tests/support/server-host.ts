import '#server/kernel/memory.ts';

import { resolve } from 'node:path';

import { isText } from '#domain/json.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { serve, type Serving } from '#server/serve.ts';
import { readSettings } from '#server/settings.ts';
import { optional, recordOf, shaped, sure } from '#tests/support/shape.ts';

/**
 * One server after another in one process, each as `npm start` has it, on a data directory of its own: what they are made of is read
 * and compiled once. Whoever forked it says with which environment one starts, and without any that it stops.
 */
const isOrder = shaped({ env: optional(recordOf(isText)) });
const own = loadContract(resolve(import.meta.dirname, '../../generated'));
let running: Serving | undefined;

process.on('message', (message) => {
  follow(sure(message, isOrder).env).then(
    () => process.send?.('done'),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

async function follow(env: Record<string, string> | undefined): Promise<void> {
  await running?.stop();
  running = env && (await serve(readSettings(env), own));
}
