import { join, resolve } from 'node:path';

import { settleAttention } from '#server/features/alarm/attention.ts';
import type { Services } from '#server/kernel/services.ts';
import { createServices } from '#server/services-of.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { type Clock, manualClock, systemClock, timestamp } from '#server/store/clock.ts';

const root = resolve(import.meta.dirname, '../..');
/** Events that the demo network raises seldom or never by chance, and how many of each there are. */
const CODES = [
  ['device.exception', 'Device exception', 'Critical', 12],
  ['device.fan', 'Fan', 'Warning', 4],
] as const;

/** Whether it is one of `addLastingAlarms`. */
export function lasts({ alertId }: { alertId: string }): boolean {
  return alertId.startsWith('al-lasting-');
}

/**
 * Alarms at running sites of a company, written before the server starts, that nothing but a person ends: those of the
 * demo network come and go with the hour.
 */
export async function addLastingAlarms(dataDir: string, companyId: string): Promise<void> {
  await beforeStart(dataDir, systemClock, async (services) => {
    const { store, system, clock } = services;
    const sites = await runningSites(services, companyId);
    await system.write(async (tx) => {
      for (const [code, name, severity, count] of CODES)
        for (const [index, neId] of sites.slice(0, count).entries())
          await tx.insert(store.spec('Alert'), {
            alertId: `al-lasting-${code.replace('.', '-')}-${String(index).padStart(2, '0')}`,
            companyId,
            neId,
            code,
            name,
            severity,
            status: 'firing',
            attention: 'due',
            notified: true,
            raisedAt: timestamp(clock.now() - index * 60_000),
          });
    });
    await settleAttention(services, companyId);
  });
}

/** A device of the first of these sites was upgraded hours ago; which one. */
export async function addEarlierUpgrade(dataDir: string, companyId: string, hours: number): Promise<string> {
  let sn = '';
  await beforeStart(dataDir, manualClock(Date.now() - hours * 3_600_000), async (services) => {
    const { store, system } = services;
    const devices = store.spec('Device');
    const [siteId = ''] = await runningSites(services, companyId);
    const [id = ''] = await system.ids(devices, { siteId });
    await system.write(async (tx) => {
      const device = await tx.get(devices, id);
      if (!device) throw new Error(`No device stands at ${siteId}`);
      sn = device.doc.sn;
      await tx.update(devices, device, { ...device.doc, softwareVersion: '9.9.9' }, device.secret, 'upgradeDevice');
    });
  });
  return sn;
}

export async function runningSites({ store, system }: Services, companyId: string): Promise<string[]> {
  return (await system.ids(store.spec('Site'), { companyId, state: 'ONLINE' })).toSorted();
}

/** Work on the data of a server that has not started yet. */
export async function beforeStart(dataDir: string, clock: Clock, work: (services: Services) => Promise<void>): Promise<void> {
  const services = await createServices({
    root,
    contract: loadContract(join(root, 'generated')),
    dataDir,
    secretsKey: process.env['SECRETS_KEY'],
    clock,
    captcha: false,
    demo: true,
    passwordCost: 1024,
  });
  try {
    await work(services);
  } finally {
    await services.store.close();
  }
}
