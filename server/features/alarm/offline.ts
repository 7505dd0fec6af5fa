import { createHash } from 'node:crypto';

import { codeNamed, severityOf } from '#server/features/alarm/alert-codes.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import { clearedAlarm } from '#server/features/alarm/thresholds/alarm-rows.ts';
import type { Services } from '#server/kernel/services.ts';
import { breathe } from '#server/store/breathe.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Draft, DocOf } from '#server/store/items/typed.ts';
import type { Stored } from '#server/store/items/tables.ts';

const OFFLINE = 'device.offline';
const MINUTE = 60_000;

type Away = Pick<DocOf<'Device'>, 'deviceId' | 'sn'> & { companyId: string; siteId: string; since: number };

/** Raises an alarm of each device that is away for the hold time of its code, and clears that of one that is back. */
export async function settleOffline(services: Services): Promise<void> {
  const { store, system, clock, telemetry } = services;
  if (telemetry.source === 'none') return;
  const [spec, devices] = [store.spec('Alert'), store.spec('Device')];
  const now = clock.now();
  const [configured] = await system.docs(store.spec('AlarmConfiguration'), { where: { code: OFFLINE }, skip: 0, limit: 1 });
  const firing = await system.pluck(
    spec,
    [
      { path: 'status', in: ['firing'] },
      { path: 'code', in: [OFFLINE] },
    ],
    ['alertId', 'deviceId'],
  );
  const open = new Map(firing.map(({ alertId, deviceId }) => [String(deviceId), String(alertId)]));
  const rows = await system.pluck(
    devices,
    [{ path: 'state', in: ['OFFLINE', 'TEMPORARYOFFLINE'] }],
    ['deviceId', 'companyId', 'siteId', 'sn', 'state', 'lastSeenAt'],
  );
  const silent = new Set(rows.map(({ deviceId }) => String(deviceId)));
  const due =
    configured?.enable === false
      ? []
      : rows.flatMap(({ deviceId, companyId, siteId, sn, state, lastSeenAt }): Away[] => {
          const since = Number(lastSeenAt ?? 0);
          const isDue =
            state === 'OFFLINE' && siteId !== null && !open.has(String(deviceId)) && now - since >= heldFor(configured, telemetry.silence);
          return isDue ? [{ deviceId: String(deviceId), companyId: String(companyId), siteId: String(siteId), sn: String(sn), since }] : [];
        });
  const back = [...open].flatMap(([deviceId, alertId]) => (deviceId === 'null' || silent.has(deviceId) ? [] : [alertId]));
  if (due.length + back.length === 0) return;
  const changed = await system.write(async (tx) => {
    const found: Stored<DocOf<'Alert'>>[] = [];
    for (const away of due) {
      await breathe();
      const doc = offlineAlarm(away, {
        at: now,
        level: configured?.level ?? 'critical',
        origin: telemetry.source === 'demo' ? 'demo' : 'measured',
      });
      // one that a person resolved stays as it is
      if (!(await tx.get(spec, doc.alertId))) found.push(await tx.insert(spec, doc, {}, 'raiseAlert'));
    }
    for (const id of back) {
      await breathe();
      const stored = await tx.get(spec, id);
      if (stored?.doc.status === 'firing')
        found.push(await tx.update(spec, stored, clearedAlarm(stored.doc, now), stored.secret, 'clearAlert'));
    }
    return found;
  });
  for (const { doc } of changed) {
    await breathe();
    await publishAlert(services.live, doc);
  }
}

function heldFor(configured: Partial<DocOf<'AlarmConfiguration'>> | undefined, silence: number): number {
  return silence + (configured?.duration ?? 0) * 1000;
}

/** The alarm of a device of which nothing came since an instant. */
export function offlineAlarm(
  { deviceId, companyId, siteId, sn, since }: Away,
  { at, level, origin }: { at: number; level: DocOf<'AlarmConfiguration'>['level']; origin: Draft<'Alert'>['origin'] },
): Draft<'Alert'> {
  const { name, cause } = codeNamed(OFFLINE);
  return {
    alertId: `al-${createHash('sha256').update(`${deviceId} ${OFFLINE} ${since}`).digest('hex').slice(0, 24)}`,
    companyId,
    neId: siteId,
    deviceId,
    code: OFFLINE,
    name,
    severity: severityOf[level],
    status: 'firing',
    attention: 'due',
    acknowledged: false,
    detail: `${sn}: ${cause(Math.max(1, Math.round((at - since) / MINUTE)))}`,
    origin,
    since: timestamp(since),
    raisedAt: timestamp(at),
  };
}
