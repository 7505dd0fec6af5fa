import type { AlertSeverity } from '#server/features/alarm/alert-codes.ts';
import { type DemoCode, demoCodes } from '#server/simulator/demo-codes.ts';
import { seedOf, spread } from '#server/kernel/draw.ts';

/** What the demo WAN's alarms are drawn from; the seeded history is the same plan, so a job goes on where it ends. */
export const DEMO_SEED = 'wan-console';

/** Something that fires or clears at an instant (milliseconds). */
export type AlarmEvent = {
  at: number;
  kind: 'fire' | 'clear';
  /** The same for the firing and the clearing, and whenever it is asked. */
  alertId: string;
  deviceId: string;
  code: string;
  name: string;
  severity: AlertSeverity;
  /** What was measured: per cent, milliseconds, degrees, or which of several. */
  value: number;
  cause: string;
};

type AlarmRate = {
  /** Alarms of one device in a day, in the mean. */
  perDay?: number;
};

/** Time is drawn in slots of this length; an alarm fires in a slot and clears before the end of the next. */
const SLOT = 4 * 3_600_000;
const SLOTS_A_DAY = 6;
const SHORTEST = 2 * 60_000;

/**
 * Which alarms of these devices fire and clear from `from` up to, not with, `to` (milliseconds), in order of time. Each
 * device has a Poisson process of its own, drawn from the seed, its id and the slot of time alone: any range gives its
 * part of the same history, whatever other ranges and devices are asked, and costs what it holds.
 */
export function alarmPlan(
  seed: string,
  deviceIds: Iterable<string>,
  from: number,
  to: number,
  { perDay = 3 }: AlarmRate = {},
): AlarmEvent[] {
  const events: AlarmEvent[] = [];
  if (!(from < to)) return events;
  const first = Math.floor(from / SLOT) - 1;
  const last = Math.floor((to - 1) / SLOT);
  for (const deviceId of deviceIds) {
    const stream = seedOf(`${seed}/${deviceId}`);
    for (let slot = first; slot <= last; slot++)
      addSlot(events, { deviceId, slot, state: spread(stream ^ slot), from, to, mean: perDay / SLOTS_A_DAY });
  }
  return events.toSorted(byTime);
}

/** The order of a plan. */
export function byTime(a: AlarmEvent, b: AlarmEvent): number {
  return a.at - b.at || (a.alertId < b.alertId ? -1 : 1);
}

function addSlot(
  events: AlarmEvent[],
  slot: { deviceId: string; slot: number; state: number; from: number; to: number; mean: number },
): void {
  const { deviceId, from, to } = slot;
  let state = slot.state;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return spread(state) / 2 ** 32;
  };
  const count = poisson(next(), slot.mean);
  for (let n = 0; n < count; n++) {
    const fires = Math.floor((slot.slot + next()) * SLOT);
    // most are short, a few stay for hours
    const clears = fires + SHORTEST + Math.floor(next() ** 3 * (SLOT - SHORTEST));
    const kind = chosen(next());
    const value = kind.low + Math.floor(next() * (kind.high - kind.low + 1));
    if (clears < from || fires >= to) continue;
    const alert = {
      alertId: `al-${deviceId.replace(/^d-/, '')}-${slot.slot}-${n}`,
      deviceId,
      code: kind.code,
      name: kind.name,
      severity: kind.severity,
      value,
      cause: kind.cause(value),
    };
    if (fires >= from) events.push({ at: fires, kind: 'fire', ...alert });
    if (clears >= from && clears < to) events.push({ at: clears, kind: 'clear', ...alert });
  }
}

/** How often in a slot, by inversion. */
function poisson(share: number, mean: number): number {
  let [count, term] = [0, Math.exp(-mean)];
  for (let sum = term; share > sum && count < 20; sum += term) term *= mean / ++count;
  return count;
}

const TOTAL = demoCodes.reduce((sum, each) => sum + each.weight, 0);

function chosen(share: number): DemoCode {
  let left = share * TOTAL;
  const found = demoCodes.find((each) => (left -= each.weight) < 0) ?? demoCodes.at(-1);
  if (!found) throw new Error('There are no alert codes');
  return found;
}
