import { boot } from '#server/boot.ts';
import type { Contract } from '#server/kernel/contract.ts';
import { consoleOutbox, gatewayOutbox } from '#server/kernel/outbox.ts';
import type { Environment } from '#server/settings.ts';

export type Serving = { stop: () => Promise<void> };

/**
 * The server that these settings ask for, listening: our own, one that passes on to another backend, or the console of a foreign
 * contract. `own`: our contract, where it was read before.
 */
export async function serve(settings: Environment, own?: Contract): Promise<Serving> {
  const running = await serverFor(settings, own);
  const address = await running.app.listen({ port: settings.port, host: settings.host });
  process.stdout.write(`${settings.contract ? 'Console' : 'WAN Console'} on ${address}\n`);
  return running;
}

/** What is not always asked for is read only where it is. */
async function serverFor(
  settings: Environment,
  own: Contract | undefined,
): Promise<Serving & { app: { listen: (at: object) => Promise<string> } }> {
  const { apiUrl, contract, gateway, seed } = settings;
  if (contract) {
    const [{ serveForeign }, { noticeOf }] = await Promise.all([import('#server/foreign/app.ts'), import('#server/foreign/notice.ts')]);
    const options = { ...settings, contract, apiUrl };
    const running = await serveForeign(options);
    process.stdout.write(noticeOf(running, options));
    return running;
  }
  if (apiUrl !== undefined) return (await import('#server/kernel/http/proxy.ts')).proxy(apiUrl);
  return boot({
    ...settings,
    contract: own,
    outbox: gateway ? gatewayOutbox(gateway.url, gateway.token) : seed === 'empty' ? undefined : consoleOutbox(),
    logger: true,
    watch: true,
    simulate: seed === 'demo',
    say: (line) => process.stdout.write(`${line}\n`),
  });
}
