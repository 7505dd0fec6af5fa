import { type Progress } from '#server/kernel/network.ts';
import { type StepContext } from '#server/simulator/step-context.ts';

/** A device takes so long; a task is over after ten minutes however many there are. */
const DEVICE_MS = 6000;
const LONGEST_MS = 10 * 60_000;

/** Devices are worked on one after the other; those that do not answer fail. */
export async function executionStep({ services, tx, item, elapsed }: StepContext): Promise<Progress> {
  const spec = services.store.specs.get('Device');
  const sites = (item.doc.siteIds as string[] | undefined) ?? [];
  const rows =
    spec && sites.length > 0 ? await tx.db.selectFrom(spec.table).select('doc').where('c_siteid', 'in', sites).orderBy('id').execute() : [];
  const devices = rows.map((row) => JSON.parse(row.doc) as { sn: string; reachability: string });
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
            .join(', ')}: 设备未应答 / no answer`,
        }
      : {}),
  };
  if (seen.length < total) return { doc, state: 'running' };
  return total === 0
    ? { doc: { ...doc, message: '站点没有设备 / no device at these sites' }, state: 'failed' }
    : { doc, state: silent.length > 0 ? 'failed' : 'success' };
}
