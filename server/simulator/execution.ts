import type { Progress } from '#server/kernel/network.ts';
import type { StepContext } from '#server/simulator/step-context.ts';

/** A device takes so long; a task is over after ten minutes however many there are. */
const DEVICE_MS = 6000;
const LONGEST_MS = 10 * 60_000;

/** Devices are worked on one after the other; those that do not answer fail. */
export async function executionStep({ services, tx, item, elapsed }: StepContext<'ExecutionTask'>): Promise<Progress<'ExecutionTask'>> {
  const found = await tx.find(services.store.spec('Device'), { siteId: item.doc.siteIds });
  const devices = found.map(({ doc }) => doc);
  const total = devices.length;
  const duration = Math.min(LONGEST_MS, total * DEVICE_MS);
  const seen = elapsed >= duration ? devices : devices.slice(0, Math.floor((elapsed / duration) * total));
  const silent = seen.filter((device) => device.reachability !== 'reachable');
  const doc = {
    ...item.doc,
    total,
    done: seen.length - silent.length,
    failedCount: silent.length,
    progress: total === 0 ? 100 : Math.floor((seen.length / total) * 100),
    ...(silent.length > 0
      ? {
          message: `${silent
            .slice(0, 5)
            .map((device) => device.sn)
            .join(', ')}: no answer`,
        }
      : {}),
  };
  if (seen.length < total) return { doc, state: 'running' };
  return total === 0
    ? { doc: { ...doc, message: '站点没有设备 / no device at these sites' }, state: 'failed' }
    : { doc, state: silent.length > 0 ? 'failed' : 'success' };
}
