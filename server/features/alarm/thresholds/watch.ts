import { settleAttention } from '#server/features/alarm/attention.ts';
import { codeNamed } from '#server/features/alarm/alert-codes.ts';
import { settleOffline } from '#server/features/alarm/offline.ts';
import { publishAlert } from '#server/features/alarm/publish-alert.ts';
import { noteAnswering } from '#server/features/alarm/thresholds/answering.ts';
import { clearedAlarm, measuredAlarm, type Spot } from '#server/features/alarm/thresholds/alarm-rows.ts';
import { type Condition, conditionOf, isBeyond, type Phase, type Turn, turnsOf } from '#server/features/alarm/thresholds/condition.ts';
import { type Progress, progressOf, textOf } from '#server/features/alarm/thresholds/progress.ts';
import { measuresFor, type Reading, readingsOf } from '#server/features/alarm/thresholds/readings.ts';
import { followDevices, placesOf } from '#server/features/site/index.ts';
import { breathe } from '#server/store/breathe.ts';
import type { Services } from '#server/kernel/services.ts';
import { setSetting, settingOf } from '#server/store/platform/settings.ts';
import type { Db, Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import { linkCount, type Place, type Window } from '#server/telemetry/port.ts';

const KIND = 'alarm.watch';
const SETTLE = 'alarm.attention';
const EVERY_MS = 30_000;
/** What was not answered is asked again sooner. */
const AGAIN_MS = 10_000;
/** Values are looked at this far apart; fewer of them of very many circuits, or after a long rest. */
const STEP_MS = 30_000;
const MOST_READINGS = 1_000_000;
/** After a longer rest nobody looks for what came and went. */
const LONGEST_REST_MS = 8 * 60 * 60 * 1000;
const PLACES_AT_ONCE = 200;
const TURNS_A_TRANSACTION = 100;
const MOST = 10_000;

type Due = { condition: Condition; spot: Spot; key: string; turn: Turn };

/** Looks after the alarms from now on: what is measured, and which of them ask for somebody. */
export async function watchAlarms(services: Services): Promise<void> {
  const { jobs, clock } = services;
  // one of several processes has it already, or a process before this one
  await jobs.at(clock.now(), KIND, {}, { id: KIND, keep: true });
}

export function runAlarms(services: Services): void {
  const { jobs, clock, store, system, telemetry } = services;
  jobs.on(KIND, [], async () => {
    const configured = await system.docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
    const conditions = configured.flatMap((each) => conditionOf(each) ?? []);
    const answered: (boolean | undefined)[] = [await followDevices(services)];
    await settleOffline(services);
    for (const companyId of await system.ids(store.spec('Company'), {})) {
      // without telemetry there is nothing to compare, and nothing fires
      answered.push(telemetry.source === 'none' || (await compare(services, companyId, conditions)));
      await settleAttention(services, companyId);
    }
    const isAnswered = !answered.includes(false);
    await noteAnswering(services, isAnswered);
    await jobs.at(clock.now() + (isAnswered ? EVERY_MS : AGAIN_MS), KIND, {}, { id: KIND });
  });
  jobs.on(SETTLE, ['companyId'], ({ companyId }) => settleAttention(services, companyId));
}

/** Has the attention of a company's alarms looked at once what is written now is there. */
export async function settleSoon({ jobs, clock }: Services, companyId: string, tx: Db): Promise<void> {
  await jobs.at(clock.now(), SETTLE, { companyId }, { id: `${SETTLE} ${companyId}`, tx });
}

/**
 * Compares what is measured with the thresholds of the alarm codes, from where whoever did it before left off. What could not be
 * read is read the next time: until then nobody knows whether it lasted. Answers whether all of it could be
 * read, where there was something to read.
 */
async function compare(services: Services, companyId: string, conditions: readonly Condition[]): Promise<boolean | undefined> {
  const { store, system, clock, telemetry } = services;
  // what is newer may not be there yet
  const to = clock.now() - telemetry.lag;
  const name = `${KIND} ${companyId}`;
  const known = progressOf(
    await settingOf(store.engine.read, name),
    conditions.map(({ code }) => code),
  );
  const fromOf = ({ code }: Condition): number => Math.max(known.to.get(code) ?? to - STEP_MS, to - LONGEST_REST_MS);
  const due = [...Map.groupBy(conditions, fromOf)].filter(([from]) => to - from >= STEP_MS);
  if (due.length === 0) return undefined;
  const places = (await placesOf(services, system, companyId)).filter(
    // what a store holds was reported to it, whether or not the console heard of the device itself
    ({ deviceId, silentFrom }) => deviceId !== undefined && (silentFrom > 0 || telemetry.source === 'store'),
  );
  const firing = await firingOf(services, companyId);
  const under = new Set([...firing.keys(), ...Object.keys(known.phases)].map(siteOf));
  const found: Evaluation[] = [];
  // what is not due, or not answered, is left as it is
  const left = new Set(conditions.map(({ code }) => code));
  let isWhole = true;
  for (const [from, some] of due) {
    const most = Math.max(1, Math.floor(MOST_READINGS / Math.max(1, linkCount(places) * some.length)));
    const window: Window = { from, to, points: Math.min(most, Math.round((to - from) / STEP_MS)) };
    const failed = new Set<string>();
    for (let at = 0; at < places.length; at += PLACES_AT_ONCE) {
      const asked = { conditions: some, window, phases: known.phases, firing, under };
      const part = await phasesAt(services, places.slice(at, at + PLACES_AT_ONCE), asked);
      for (const { code } of part.failed) failed.add(code);
      found.push(...part.found);
    }
    for (const { code } of some) if (!failed.has(code)) left.delete(code);
    isWhole &&= failed.size === 0;
  }
  const compared = found.filter(({ key }) => !left.has(codeOf(key)));
  const seen = new Set(compared.map(({ key }) => key));
  // nobody would ever clear what is not compared any more
  const gone = [...firing].flatMap(([key, { alertId }]) => (seen.has(key) || left.has(codeOf(key)) ? [] : [alertId]));
  const turned = compared.flatMap(({ turns }) => turns);
  const changed = [...(await apply(services, turned, firing)), ...(await clearAll(services, gone, clock.now()))];
  const next: Progress = {
    to: new Map([...known.to, ...conditions.flatMap(({ code }) => (left.has(code) ? [] : [[code, to] as const]))]),
    phases: Object.fromEntries([
      ...Object.entries(known.phases).filter(([key]) => left.has(codeOf(key))),
      ...compared.flatMap(({ key, phase: { firing: _stored, ...phase } }) => (phase.since === undefined ? [] : [[key, phase] as const])),
    ]),
  };
  await store.engine.write((tx) => setSetting(tx, name, textOf(next)));
  for (const { doc } of changed) {
    await breathe();
    await publishAlert(services.live, doc);
  }
  return isWhole;
}

type Firing = ReadonlyMap<string, { alertId: string; raisedAt: number }>;
type Evaluation = { key: string; phase: Phase; turns: Due[] };
/** `under`: sites where something fires or is about to. */
type Comparison = {
  conditions: readonly Condition[];
  window: Window;
  phases: Progress['phases'];
  firing: Firing;
  under: ReadonlySet<string>;
};

async function phasesAt(
  { telemetry }: Services,
  places: readonly Place[],
  { conditions, window, phases, firing, under }: Comparison,
): Promise<{ failed: Condition[]; found: Evaluation[] }> {
  const answer = await telemetry.series({ places, window, measures: measuresFor(conditions.map(({ measure }) => measure)) });
  const unread = new Set(answer.filter(({ gap }) => gap === 'failed').map(({ measure }) => measure));
  const failed = conditions.filter(({ measure }) => measuresFor([measure]).some((each) => unread.has(each)));
  const lines = Map.groupBy(answer, ({ siteId }) => siteId);
  const step = (window.to - window.from) / window.points;
  const lookAt = (condition: Condition, { values, ...spot }: Reading): Evaluation => {
    const key = keyOf(condition.code, spot.place.siteId, spot.link);
    const open = firing.get(key);
    const readings = values.flatMap((value, index): [number, number | null][] => {
      const at = Math.round(window.from + (index + 1) * step);
      // a run that was broken off has looked at these before
      return open && at <= open.raisedAt ? [] : [[at, value]];
    });
    const { phase, turns } = turnsOf(condition, { firing: open !== undefined, ...phases[key] }, readings);
    return { key, phase, turns: turns.map((turn) => ({ condition, spot, key, turn })) };
  };
  const all: Evaluation[] = [];
  for (const place of places) {
    await breathe();
    const own = lines.get(place.siteId) ?? [];
    const isQuiet = !under.has(place.siteId);
    for (const condition of conditions)
      for (const reading of readingsOf(condition.measure, place, own)) {
        // of most places there is nothing to say: nothing is under way, and nothing is beyond
        if (isQuiet && !reading.values.some((value) => value !== null && isBeyond(condition, value))) continue;
        all.push(lookAt(condition, reading));
      }
  }
  return { failed, found: all };
}

/** Alarms of thresholds that fire, by what they are about. */
async function firingOf({ store, system }: Services, companyId: string): Promise<Map<string, { alertId: string; raisedAt: number }>> {
  const among = [
    { path: 'companyId', in: [companyId] },
    { path: 'status', in: ['firing'] },
    { path: 'origin', in: ['measured'] },
  ];
  const rows = await system.pluck(store.spec('Alert'), among, ['alertId', 'code', 'neId', 'link', 'raisedAt']);
  return new Map(
    rows
      // that of a device that is away has no value
      .filter(({ code }) => codeNamed(String(code)).measure !== undefined)
      .map(({ alertId, code, neId, link, raisedAt }) => [
        keyOf(String(code), String(neId), typeof link === 'string' ? link : undefined),
        { alertId: String(alertId), raisedAt: Number(raisedAt) },
      ]),
  );
}

async function apply({ store, system }: Services, due: readonly Due[], firing: Firing): Promise<Stored<DocOf<'Alert'>>[]> {
  const spec = store.spec('Alert');
  const ids = new Map([...firing].map(([key, { alertId }]) => [key, alertId]));
  const changed: Stored<DocOf<'Alert'>>[] = [];
  const inOrder = due.toSorted((a, b) => a.turn.at - b.turn.at);
  for (let at = 0; at < inOrder.length; at += TURNS_A_TRANSACTION) {
    const some = inOrder.slice(at, at + TURNS_A_TRANSACTION);
    changed.push(
      ...(await system.write(async (tx) => {
        const found: Stored<DocOf<'Alert'>>[] = [];
        for (const { condition, spot, key, turn } of some) {
          await breathe();
          if (turn.kind === 'fire') {
            const doc = measuredAlarm(condition, spot, turn);
            ids.set(key, doc.alertId);
            if (!(await tx.get(spec, doc.alertId))) found.push(await tx.insert(spec, doc, {}, 'raiseAlert'));
            continue;
          }
          const open = await tx.get(spec, ids.get(key) ?? '');
          // one that a person resolved stays as it is
          if (open?.doc.status === 'firing')
            found.push(await tx.update(spec, open, clearedAlarm(open.doc, turn.at), open.secret, 'clearAlert'));
        }
        return found;
      })),
    );
  }
  return changed;
}

async function clearAll({ store, system }: Services, ids: readonly string[], now: number): Promise<Stored<DocOf<'Alert'>>[]> {
  if (ids.length === 0) return [];
  const spec = store.spec('Alert');
  return system.write(async (tx) => {
    const found: Stored<DocOf<'Alert'>>[] = [];
    for (const id of ids) {
      await breathe();
      const open = await tx.get(spec, id);
      if (open?.doc.status === 'firing') found.push(await tx.update(spec, open, clearedAlarm(open.doc, now), open.secret, 'clearAlert'));
    }
    return found;
  });
}

function keyOf(code: string, siteId: string, link: string | undefined): string {
  return [codeNamed(code).code, siteId, link ?? ''].join(' ');
}

function codeOf(key: string): string {
  return key.split(' ')[0] ?? '';
}

function siteOf(key: string): string {
  return key.split(' ')[1] ?? '';
}
