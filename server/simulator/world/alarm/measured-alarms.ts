import { alertCodes, levelOf } from '#server/features/alarm/alert-codes.ts';
import {
  clearedAlarm,
  type Condition,
  conditionOf,
  measuredAlarm,
  measuresFor,
  type Phase,
  readingsOf,
  turnsOf,
} from '#server/features/alarm/index.ts';
import { absencesOf } from '#server/simulator/absences.ts';
import { incidentsOf } from '#server/simulator/incidents.ts';
import { series } from '#server/simulator/measured.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';
import type { Place } from '#server/telemetry/port.ts';

type Alarm = Seeded<'Alert'>;

const MINUTE = 60_000;
const STEP = 30_000;
/** Values are looked at from before an incident until after it, and on for as long as its alarm fires. */
const BEFORE = 2 * MINUTE;
const AFTER = 30 * MINUTE;
/** What a new installation has, and how long a value must be beyond its threshold. */
const HOLD_S = 60;

const conditions = alertCodes.flatMap(
  ({ severity, ...code }) => conditionOf({ ...code, level: levelOf[severity], duration: HOLD_S, clearAfter: HOLD_S, enable: true }) ?? [],
);

/** What the thresholds would have made of the values of a site since an instant, had somebody compared them. */
export function measuredAlarms(place: Place, since: number, now: number): Alarm[] {
  const { deviceId, silentFrom } = place;
  if (deviceId === undefined || silentFrom === 0) return [];
  const incidents = incidentsOf(deviceId, since, Math.min(now, silentFrom));
  const absences = absencesOf(deviceId, since, Math.min(now, silentFrom)).map(({ from }) => Math.max(from, since));
  return conditions.flatMap((condition) => {
    const starts = incidents.filter(({ code }) => code === condition.code).map(({ from }) => Math.max(from, since));
    const silences =
      condition.measure === 'loss' || condition.measure === 'availability' ? [...absences, ...(silentFrom < now ? [silentFrom] : [])] : [];
    return alarmsOf(condition, place, [...starts, ...silences], now);
  });
}

/** Alarms of one code at one site, as far as its values have been looked at. */
class Looked {
  readonly rows: Alarm[] = [];
  readonly #phases = new Map<string, Phase>();
  /** Where in the rows the alarm stands that fires. */
  readonly #open = new Map<string, number>();
  to = 0;

  get fires(): boolean {
    return [...this.#phases.values()].some(({ firing }) => firing);
  }

  /** What is not looked at in between changes nothing. */
  skip(to: number): void {
    this.#phases.clear();
    this.to = to;
  }

  on(condition: Condition, place: Place, until: number, now: number): void {
    const window = { from: this.to, to: until, points: Math.round((until - this.to) / STEP) };
    const lines = series({ places: [place], window, measures: measuresFor([condition.measure]), now });
    for (const { values, ...spot } of readingsOf(condition.measure, place, lines)) {
      const key = spot.link ?? '';
      const readings = values.map((value, index): [number, number | null] => [window.from + (index + 1) * STEP, value]);
      const { phase, turns } = turnsOf(condition, this.#phases.get(key) ?? { firing: false }, readings);
      this.#phases.set(key, phase);
      for (const turn of turns) {
        if (turn.kind === 'fire') this.#open.set(key, this.rows.push(measuredAlarm(condition, spot, turn)) - 1);
        else {
          const index = this.#open.get(key) ?? 0;
          const open = this.rows[index];
          if (open) this.rows[index] = clearedAlarm(open, turn.at);
        }
      }
    }
    this.to = until;
  }
}

function alarmsOf(condition: Condition, place: Place, starts: readonly number[], now: number): Alarm[] {
  const looked = new Looked();
  for (const start of starts.toSorted((a, b) => a - b)) {
    if (start + BEFORE > now) continue;
    if (start - BEFORE > looked.to) looked.skip(start - BEFORE);
    looked.on(condition, place, Math.min(now, Math.max(looked.to, start) + AFTER), now);
    // nothing changes any more where nothing is measured
    while (looked.fires && looked.to < Math.min(now, place.silentFrom)) looked.on(condition, place, Math.min(now, looked.to + AFTER), now);
  }
  return looked.rows;
}
