import { seedOf, spread } from '#server/kernel/draw.ts';
import { DEMO_SEED } from '#server/simulator/alarms.ts';

/** A device reports nothing (milliseconds). */
export type Absence = { from: number; to: number };

const MINUTE = 60_000;
/** A device of which nothing came for so long is away. */
export const SILENCE = 2 * MINUTE;
/** In each slot one of so many devices goes away, and is back before the slot ends. */
const SLOT = 60 * MINUTE;
const DEVICES = 80;
const SHORTEST = 6 * MINUTE;
const LONGEST = 20 * MINUTE;

/** When a device of the demo network is away within a range: the same whenever it is asked. */
export function absencesOf(deviceId: string, from: number, to: number): Absence[] {
  const stream = seedOf(`${DEMO_SEED}/away/${deviceId}`);
  const found: Absence[] = [];
  for (let slot = Math.floor(from / SLOT); slot * SLOT < to; slot++) {
    const draw = spread(stream ^ slot);
    if (draw % DEVICES !== 0) continue;
    const [place, length] = [spread(draw ^ 1), spread(draw ^ 2)].map((each) => each / 2 ** 32);
    const lasts = SHORTEST + (length ?? 0) * (LONGEST - SHORTEST);
    // whole seconds, as they are noted
    const begins = 1000 * Math.floor((slot * SLOT + (place ?? 0) * (SLOT - lasts)) / 1000);
    const absence = { from: begins, to: begins + lasts };
    if (absence.from < to && absence.to > from) found.push(absence);
  }
  return found;
}

export function isAway(absences: readonly Absence[], at: number): boolean {
  return absences.some(({ from, to }) => from <= at && at < to);
}

/** When a device was seen last until an instant; one that went away for good is not back. */
export function seenUntil({ deviceId, silentFrom }: { deviceId: string; silentFrom: number }, at: number): number | undefined {
  if (silentFrom === 0) return undefined;
  const current = absencesOf(deviceId, at, at + 1)[0];
  if (current) return Math.min(current.from, silentFrom);
  const wasAway = Number.isFinite(silentFrom) && isAway(absencesOf(deviceId, silentFrom, silentFrom + 1), silentFrom);
  return wasAway ? at : Math.min(at, silentFrom);
}
