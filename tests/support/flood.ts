import { settleAttention } from '#server/features/alarm/attention.ts';
import { beforeStart, runningSites } from '#tests/support/lasting-alarms.ts';
import { systemClock, timestamp } from '#server/store/clock.ts';

/** So many of each of these fire together, a second after the other; the first of them is the newest. */
export const FLOOD = 10_000;
const A_TRANSACTION = 1000;
const CODES = [
  ['link.loss', 'Packet loss', 'Warning'],
  ['link.latency', 'Latency', 'Warning'],
  ['device.config', 'Configuration failed', 'Critical'],
  ['system.cpu', 'CPU load', 'Critical'],
] as const;

export function floodId(index: number): string {
  return `al-flood-${String(index).padStart(5, '0')}`;
}

/** Ten thousand alarms of a company that fire when the server starts, and that nothing but a person ends. */
export async function addFlood(dataDir: string, companyId: string): Promise<void> {
  await beforeStart(dataDir, systemClock, async (services) => {
    const { store, system, clock } = services;
    // what is explained by a device that is down asks for nobody
    const sites = (await runningSites(services, companyId)).toSorted();
    for (let at = 0; at < FLOOD; at += A_TRANSACTION)
      await system.write(async (tx) => {
        for (let index = at; index < at + A_TRANSACTION; index++) {
          const [code, name, severity] = CODES[index % CODES.length] ?? CODES[0];
          await tx.insert(store.spec('Alert'), {
            alertId: floodId(index),
            companyId,
            neId: sites[index % sites.length] ?? '',
            code,
            name,
            severity,
            status: 'firing',
            attention: 'due',
            acknowledged: false,
            notified: true,
            raisedAt: timestamp(clock.now() - index * 1000),
          });
        }
      });
    await settleAttention(services, companyId);
  });
}
