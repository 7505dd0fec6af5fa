import type { Entities } from '#generated/server/entities.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Services } from '#server/kernel/services.ts';
import { clearedAlarm } from '#server/features/alarm/index.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import { alertName, severityOf, type AlertLevel } from '#server/features/alarm/alert-codes.ts';
import { without } from '#server/kernel/resource/without.ts';
import { alarmConditions } from '#server/simulator/alarm-conditions.ts';
import { seedOf } from '#server/kernel/draw.ts';
import { placeAt } from '#server/features/site/places.ts';
import { incidentsAt } from '#server/simulator/network.ts';
import { isBeyond, meanOf, measure, type Measured, measuredOnly } from '#server/simulator/probe.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

const KIND = 'simulate.probes';
/** One line of results a period. */
const PERIOD = 5 * 60_000;
const CODE = 'sla.probe';
const MOST = 100_000;

type Task = Entities['SlaTask'];

/** The probes of running tasks report, period by period, and open or close their alerts. */
export async function simulateProbes(services: Services): Promise<void> {
  const { jobs, clock } = services;
  const next = (): number => (Math.floor(clock.now() / PERIOD) + 1) * PERIOD;
  jobs.on(KIND, [], async () => {
    await probePeriod(services, Math.floor(clock.now() / PERIOD) * PERIOD);
    await jobs.at(next(), KIND, {}, { id: KIND });
  });
  await jobs.at(next(), KIND, {}, { id: KIND });
}

/** The period that ended at an instant, of every running task. */
export async function probePeriod(services: Services, end: number): Promise<void> {
  const { store, system } = services;
  const spec = store.spec('SlaTask');
  const { rows } = await system.list(spec, { among: [{ path: 'state', in: ['running'] }], skip: 0, limit: MOST });
  const level = (await alarmConditions(services)).get(CODE);
  for (const { id } of rows) {
    const alerts = await system.write(async (tx) => {
      const item = await tx.get(spec, id);
      if (item?.doc.state !== 'running') return [];
      return probeTask(services, tx, { spec, item, end, level: level?.enable === false ? undefined : (level?.level ?? 'major') });
    });
    for (const alert of alerts) await publishAlert(services.live, alert.doc);
  }
}

async function probeTask(
  { store }: Services,
  tx: Transaction,
  { spec, item, end, level }: { spec: ItemSpec<'SlaTask'>; item: Stored<Task>; end: number; level: AlertLevel | undefined },
): Promise<Stored[]> {
  const reports = store.spec('SlaReport');
  const task = item.doc;
  const results: { siteId: string; result: Measured }[] = [];
  for (const siteId of task.siteIds) {
    const id = `slr-${seedOf(item.id).toString(36)}-${seedOf(siteId).toString(36)}-${end / PERIOD}`;
    if (await tx.get(reports, id)) return [];
    const place = await placeAt({ store }, tx, siteId);
    if (!place) continue;
    const from = end - PERIOD;
    const result = measure({ ...task, siteId }, from, end, incidentsAt(place, from, end), place.silentFrom > end);
    results.push({ siteId, result });
    const { companyId, probeType, target } = task;
    const period = { periodStart: timestamp(from), periodEnd: timestamp(end) };
    await tx.insert(reports, {
      id,
      companyId,
      taskId: item.id,
      siteId,
      probeType,
      target,
      ...period,
      ...result,
      triggered: isBeyond(task, result),
    });
  }
  if (results.length === 0) return [];
  const bad = results.filter(({ result }) => isBeyond(task, result));
  const badPeriods = bad.length > 0 ? (task.badPeriods ?? 0) + 1 : 0;
  const triggered = task.probeAlert === 'open' && badPeriods >= task.consecutive;
  const mean = (name: 'lossRate' | 'latency' | 'jitter') => meanOf(results.map(({ result }) => result[name]));
  const means = measuredOnly({ lossRate: mean('lossRate'), latency: mean('latency'), jitter: mean('jitter') });
  const doc = { ...without(item.doc, 'latency', 'jitter'), badPeriods, triggered, ...means, lastProbeAt: timestamp(end) };
  await tx.annotate(spec, item, doc);
  return switchAlert(store, tx, { item, triggered, was: task.triggered === true, siteId: bad[0]?.siteId, end, level });
}

/** A probe alert that is triggered fires in the list of alerts, and is resolved when the probes are well again. */
async function switchAlert(
  store: Services['store'],
  tx: Transaction,
  {
    item,
    triggered,
    was,
    siteId,
    end,
    level,
  }: { item: Stored; triggered: boolean; was: boolean; siteId: string | undefined; end: number; level: AlertLevel | undefined },
): Promise<Stored[]> {
  const alerts = store.specIf('Alert');
  if (!alerts || triggered === was) return [];
  const changed: Stored[] = [];
  const firing = await tx.find(alerts, { companyId: item.owner ?? '', code: CODE, status: 'firing' });
  const open = firing.filter(({ id }) => id.startsWith(`al-${item.id}-`));
  for (const alert of triggered ? [] : open) {
    changed.push(await tx.update(alerts, alert, clearedAlarm(alert.doc, end), {}, 'clearAlert'));
  }
  if (!triggered || open.length > 0 || !level) return changed;
  const fired = await tx.insert(
    alerts,
    {
      alertId: `al-${item.id}-${end / PERIOD}`.slice(0, 64),
      companyId: item.owner ?? '',
      ...(siteId === undefined ? {} : { neId: siteId }),
      taskId: item.id,
      code: CODE,
      name: alertName(CODE, 'en', CODE),
      severity: severityOf[level],
      status: 'firing',
      attention: 'due',
      acknowledged: false,
      origin: 'demo',
      detail: `${String(item.doc.name)}: ${String(item.doc.target)}`,
      raisedAt: timestamp(end),
    },
    {},
    'raiseAlert',
  );
  return [...changed, fired];
}
