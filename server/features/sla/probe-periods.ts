import { createHash } from 'node:crypto';

import { publishAlert, type AlertLevel } from '#server/features/alarm/index.ts';
import { addressOf } from '#server/features/sla/address.ts';
import { breachOf, isOn, meanOf, measuredOnly } from '#server/features/sla/judgement.ts';
import { clear, clearUnwatched, fire, openAlarms, probeLevel } from '#server/features/sla/probe-alarms.ts';
import { placesOf } from '#server/features/site/index.ts';
import type { Services } from '#server/kernel/services.ts';
import { without } from '#server/kernel/resource/without.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Place, ProbeFigures } from '#server/telemetry/port.ts';

const KIND = 'sla.probes';
/** One line of results a period. */
export const PROBE_PERIOD = 5 * 60_000;
const MOST = 100_000;

type Task = Stored<DocOf<'SlaTask'>>;
type Result = { place: Place; figures: ProbeFigures };
/** Whether a site's periods were beyond what its task accepts, the newest last. */
type Past = ReadonlyMap<string, readonly { at: number; beyond: boolean }[]>;

/** Looks after the probes from now on: what they measured is read, and judged, period by period. */
export async function watchProbes({ jobs, clock }: Services): Promise<void> {
  // one of several processes has it already, or a process before this one
  await jobs.at(nextPeriod(clock.now()), KIND, {}, { id: KIND, keep: true });
}

export function runProbes(services: Services): void {
  const { jobs, clock, telemetry } = services;
  jobs.on(KIND, [], async () => {
    // without telemetry nothing was measured, and nothing is judged
    if (telemetry.source !== 'none') await probePeriod(services, Math.floor(clock.now() / PROBE_PERIOD) * PROBE_PERIOD);
    await jobs.at(nextPeriod(clock.now()), KIND, {}, { id: KIND });
  });
}

function nextPeriod(now: number): number {
  return (Math.floor(now / PROBE_PERIOD) + 1) * PROBE_PERIOD;
}

/** The period that ended at an instant, of every running task. */
export async function probePeriod(services: Services, end: number): Promise<void> {
  const { store, system, live } = services;
  const spec = store.spec('SlaTask');
  const running = await system.ids(spec, { state: 'running' });
  const level = await probeLevel(services);
  for (const id of running) {
    const task = await system.get(spec, id);
    if (!task) continue;
    const results = await measured(services, task, end);
    const past = await pastOf(services, task, end);
    const alerts = await system.write(async (tx) => {
      const item = await tx.get(spec, id);
      return item?.doc.state === 'running' ? judged(services, tx, { item, results, past, end, level }) : [];
    });
    for (const { doc } of alerts) await publishAlert(live, doc);
  }
  await clearUnwatched(services, new Set(running), end);
}

/** What the probes of a task measured; of sites of which nothing is known there is nothing. */
async function measured(services: Services, { id, doc }: Task, end: number): Promise<Result[]> {
  const places = await placesOf(services, services.system, doc.companyId, [{ path: 'siteId', in: doc.siteIds }]);
  const { probeType, target, interval, packets } = doc;
  const probe = { taskId: id, probeType, target, address: addressOf(doc), interval, packets };
  const found = await services.telemetry.probes({
    probes: places.map((place) => ({ ...probe, place })),
    from: end - PROBE_PERIOD,
    to: end,
  });
  return found.flatMap(({ siteId, figures }) => {
    const place = places.find((each) => each.siteId === siteId);
    return place && figures ? [{ place, figures }] : [];
  });
}

async function pastOf({ store, system }: Services, { id, doc }: Task, end: number): Promise<Past> {
  const periods = doc.consecutive - 1;
  if (periods === 0) return new Map();
  const rows = await system.docs(store.spec('SlaReport'), {
    where: { taskId: id },
    ranges: [{ path: 'periodStart', from: end - (periods + 1) * PROBE_PERIOD, to: end - PROBE_PERIOD }],
    sort: [{ path: 'periodStart', descending: false }],
    skip: 0,
    limit: MOST,
  });
  const known = rows.map(({ siteId, periodStart, triggered }) => ({ siteId, at: Date.parse(periodStart), beyond: triggered === true }));
  return Map.groupBy(known, ({ siteId }) => siteId);
}

type Judging = { item: Task; results: readonly Result[]; past: Past; end: number; level: AlertLevel | undefined };

/** Keeps the results of a period, and switches the alarm of each site by itself. */
async function judged(
  services: Services,
  tx: Transaction,
  { item, results, past, end, level }: Judging,
): Promise<Stored<DocOf<'Alert'>>[]> {
  const reports = services.store.spec('SlaReport');
  const open = await openAlarms(services, tx, item);
  const changed: Stored<DocOf<'Alert'>>[] = [];
  const { companyId, probeType, target, consecutive, probeAlert, siteIds } = item.doc;
  const from = end - PROBE_PERIOD;
  const period = { periodStart: timestamp(from), periodEnd: timestamp(end) };
  let [on, bad] = [0, 0];
  for (const { place, figures } of results) {
    const { siteId } = place;
    const id = idOf(item.id, siteId, end);
    if (await tx.get(reports, id)) return [];
    const breach = breachOf(item.doc, figures);
    if (breach) bad++;
    await tx.insert(reports, {
      id,
      companyId,
      taskId: item.id,
      siteId,
      probeType,
      target,
      ...period,
      ...figures,
      triggered: breach !== undefined,
    });
    const before = past.get(siteId) ?? [];
    const alert = open.get(siteId);
    const beyond = [...before.map((each) => each.beyond), breach !== undefined];
    if (probeAlert !== 'open' || !isOn(alert !== undefined, beyond, consecutive)) continue;
    on++;
    open.delete(siteId);
    // one that stays on although this period was well fires already
    if (!alert && breach && level)
      changed.push(await fire(services, tx, item, { place, breach, since: before[0]?.at ?? from }, level, end));
  }
  const seen = new Set(results.map(({ place }) => place.siteId));
  for (const [siteId, alert] of open) {
    // where nothing was measured nothing is known to be well
    if (probeAlert === 'open' && siteIds.includes(siteId) && !seen.has(siteId)) on++;
    else changed.push(await clear(services, tx, alert, end));
  }
  if (results.length === 0 && changed.length === 0) return [];
  const mean = (name: 'lossRate' | 'latency' | 'jitter') => meanOf(results.map(({ figures }) => figures[name]));
  const means = measuredOnly({ lossRate: mean('lossRate'), latency: mean('latency'), jitter: mean('jitter') });
  const badPeriods = bad > 0 ? (item.doc.badPeriods ?? 0) + 1 : 0;
  const doc = { ...without(item.doc, 'latency', 'jitter'), badPeriods, triggered: on > 0, ...means };
  await tx.annotate(services.store.spec('SlaTask'), item, results.length > 0 ? { ...doc, lastProbeAt: timestamp(end) } : doc);
  return changed;
}

/** The same whoever works on the period, so that it is kept once. */
function idOf(taskId: string, siteId: string, end: number): string {
  return `slr-${createHash('sha256').update(`${taskId} ${siteId}`).digest('hex').slice(0, 20)}-${end / PROBE_PERIOD}`;
}
