import { createHash } from 'node:crypto';

import { type AlertLevel, alertName, clearedAlarm, publishAlert, severityOf } from '#server/features/alarm/index.ts';
import type { Breach } from '#server/features/sla/judgement.ts';
import type { Services } from '#server/kernel/services.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Place } from '#server/telemetry/port.ts';

const CODE = 'sla.probe';
const MOST = 100_000;

type Alert = Stored<DocOf<'Alert'>>;
type Task = Stored<DocOf<'SlaTask'>>;
/** A site whose probes are beyond what their task accepts, since when (milliseconds). */
export type Bad = { place: Place; breach: Breach; since: number };

/** How the platform configured alarms of probes; undefined where they are off. */
export async function probeLevel({ store, system }: Services): Promise<AlertLevel | undefined> {
  const [configured] = await system.docs(store.spec('AlarmConfiguration'), { where: { code: CODE }, skip: 0, limit: 1 });
  return configured?.enable === false ? undefined : (configured?.level ?? 'major');
}

/** The firing alarms of a task, by site. */
export async function openAlarms({ store }: Services, tx: Transaction, task: Task): Promise<Map<string, Alert>> {
  const open = await tx.find(store.spec('Alert'), { taskId: task.id, code: CODE, status: 'firing' });
  return new Map(open.map((alert) => [alert.doc.neId ?? '', alert]));
}

export async function fire(
  services: Services,
  tx: Transaction,
  task: Task,
  { place, breach, since }: Bad,
  level: AlertLevel,
  at: number,
): Promise<Alert> {
  const { siteId, deviceId } = place;
  const key = createHash('sha256').update(`${task.id} ${siteId} ${at}`).digest('hex');
  return tx.insert(
    services.store.spec('Alert'),
    {
      alertId: `al-${key.slice(0, 24)}`,
      companyId: task.doc.companyId,
      neId: siteId,
      ...(deviceId === undefined ? {} : { deviceId }),
      taskId: task.id,
      code: CODE,
      name: alertName(CODE, 'en', CODE),
      severity: severityOf[level],
      status: 'firing',
      attention: 'due',
      acknowledged: false,
      origin: 'measured',
      detail: `${task.doc.name}: ${task.doc.target}`,
      ...breach,
      since: timestamp(since),
      raisedAt: timestamp(at),
    },
    {},
    'raiseAlert',
  );
}

export function clear({ store }: Services, tx: Transaction, alert: Alert, at: number): Promise<Alert> {
  return tx.update(store.spec('Alert'), alert, clearedAlarm(alert.doc, at), {}, 'clearAlert');
}

/** What no running task looks after any more does not fire on: probes that are stopped say nothing. */
export async function clearUnwatched(services: Services, running: ReadonlySet<string>, at: number): Promise<void> {
  const { store, system, live } = services;
  const spec = store.spec('Alert');
  const firing = await system.docs(spec, { where: { code: CODE, status: 'firing' }, skip: 0, limit: MOST });
  const left = firing.filter(({ taskId }) => taskId !== undefined && !running.has(taskId));
  if (left.length === 0) return;
  const cleared = await system.write(async (tx) => {
    const found: Alert[] = [];
    for (const { alertId } of left) {
      const alert = await tx.get(spec, alertId);
      if (alert?.doc.status === 'firing') found.push(await clear(services, tx, alert, at));
    }
    return found;
  });
  for (const { doc } of cleared) await publishAlert(live, doc);
}
