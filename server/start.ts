import '#server/kernel/memory.ts';

import type { FastifyInstance } from 'fastify';

import { boot } from '#server/boot.ts';
import type { ForeignOptions } from '#server/foreign/app.ts';
import { consoleOutbox, gatewayOutbox } from '#server/kernel/outbox.ts';
import { readSettings, SettingsError } from '#server/settings.ts';
import { StartError } from '#server/store/start-error.ts';

/** Whoever stopped the server waits no longer than this. */
const STOP_AFTER_MS = 5000;

try {
  const settings = readSettings(process.env);
  const { apiUrl, contract, gateway, seed } = settings;
  const outbox = gateway ? gatewayOutbox(gateway.url, gateway.token) : seed === 'empty' ? undefined : consoleOutbox();
  const running = contract
    ? await foreign({ ...settings, contract, apiUrl })
    : apiUrl === undefined
      ? await boot({
          ...settings,
          outbox,
          logger: true,
          watch: true,
          simulate: seed === 'demo',
          say: (line) => process.stdout.write(`${line}\n`),
        })
      : await (await import('#server/kernel/http/proxy.ts')).proxy(apiUrl);
  const address = await running.app.listen({ port: settings.port, host: settings.host });
  process.stdout.write(`${contract ? 'Console' : 'WAN Console'} on ${address}\n`);
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

/** Read only where it is asked for. */
async function foreign(options: ForeignOptions): Promise<{ app: FastifyInstance; stop: () => Promise<void> }> {
  const [{ serveForeign }, { noticeOf }] = await Promise.all([import('#server/foreign/app.ts'), import('#server/foreign/notice.ts')]);
  const running = await serveForeign(options);
  process.stdout.write(noticeOf(running, options));
  return running;
}
