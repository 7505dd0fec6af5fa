import '#server/kernel/memory.ts';

import { serve } from '#server/serve.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { StartError } from '#server/store/start-error.ts';

/** Whoever stopped the server waits no longer than this. */
const STOP_AFTER_MS = 5000;

try {
  const running = await serve(readSettings(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_AFTER_MS).unref();
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  // what the operator can mend is told in one line
  if (!(error instanceof SettingsError) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
