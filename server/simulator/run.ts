import { type AlarmEvent, alarmPlan, byTime, DEMO_SEED } from '#server/simulator/alarms.ts';
import { alarmConditions, eventsOf, firingSeverity } from '#server/simulator/alarm-conditions.ts';
import { clearedAlarm, settleAttention } from '#server/features/alarm/index.ts';
import { firedAlert } from '#server/simulator/alert-row.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import { breathe, mapInTurns } from '#server/store/breathe.ts';
import type { Services } from '#server/kernel/services.ts';
import { lastChangeOf } from '#server/store/items/history.ts';
import { setSetting, settingOf } from '#server/store/platform/settings.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

const KIND = 'simulate.alarms';
const EVERY_MS = 10_000;
/** After a longer rest the plan goes on from here: nobody looks for the alarms of last month. */
const LONGEST_GAP_MS = 7 * 24 * 60 * 60 * 1000;
const EVENTS_PER_TRANSACTION = 100;

/**
 * Lets the events of the demo WAN happen as their plan says, from where the last process left off. What is measured of the
 * plan fires by its thresholds, as in any network.
 */
export async function simulateAlarms(services: Services): Promise<void> {
  const { jobs, clock } = services;
  jobs.on(KIND, [], async () => {
    await catchUp(services);
    await jobs.at(clock.now() + EVERY_MS, KIND, {}, { id: KIND });
  });
  // one of several processes has it already, or a process before this one
  await jobs.at(clock.now(), KIND, {}, { id: KIND, keep: true });
}

async function catchUp(services: Services): Promise<void> {
  const { store, system, clock } = services;
  const spec = store.specIf('Alert');
  const now = clock.now();
  const from = Math.max(await lastTime(store), now - LONGEST_GAP_MS);
  if (!spec) return;
  const devices = await devicesAtSites(services);
  const conditions = await alarmConditions(services);
  const plans = await mapInTurns([...devices.keys()], (deviceId) => eventsOf(alarmPlan(DEMO_SEED, [deviceId], from, now)));
  const events = plans.flat().toSorted(byTime);
  for (let at = 0; at < events.length; at += EVENTS_PER_TRANSACTION) {
    const changed = await system.write(async (tx) => {
      const found: Stored<DocOf<'Alert'>>[] = [];
      for (const event of events.slice(at, at + EVENTS_PER_TRANSACTION)) {
        await breathe();
        const severity = firingSeverity(event, conditions.get(event.code));
        const alert = await apply(tx, spec, { ...event, severity: severity ?? event.severity }, severity && devices.get(event.deviceId));
        if (alert) found.push(alert);
      }
      return found;
    });
    for (const companyId of new Set(changed.map(({ doc }) => doc.companyId))) await settleAttention(services, companyId);
    for (const alert of changed) {
      await breathe();
      await publishAlert(services.live, alert.doc);
    }
  }
  await store.engine.write((tx) => setSetting(tx, KIND, JSON.stringify(now)));
}

async function apply(
  tx: Transaction,
  spec: ItemSpec<'Alert'>,
  event: AlarmEvent,
  site: { companyId: string; siteId: string } | undefined,
): Promise<Stored<DocOf<'Alert'>> | undefined> {
  const known = await tx.get(spec, event.alertId);
  if (event.kind === 'fire') {
    return !known && site ? tx.insert(spec, firedAlert(event, site), {}, 'raiseAlert') : undefined;
  }
  // one that a person resolved stays as it is
  if (known?.doc.status !== 'firing') return undefined;
  return tx.update(spec, known, clearedAlarm(known.doc, event.at), {}, 'clearAlert');
}

async function devicesAtSites({ store, system }: Services): Promise<Map<string, { companyId: string; siteId: string }>> {
  const spec = store.specIf('Device');
  if (!spec) return new Map();
  const rows = await system.pluck(spec, [], ['deviceId', 'companyId', 'siteId']);
  const found = new Map<string, { companyId: string; siteId: string }>();
  for (const { deviceId, companyId, siteId } of rows) {
    await breathe();
    if (siteId !== null) found.set(String(deviceId), { companyId: String(companyId ?? ''), siteId: String(siteId) });
  }
  return found;
}

/** The plan begins where the seeded history ends. */
async function lastTime(store: Services['store']): Promise<number> {
  const known = await settingOf(store.engine.read, KIND);
  if (known !== undefined) return Number(known);
  return (await lastChangeOf(store.engine.read, 'system')) ?? store.clock.now();
}
