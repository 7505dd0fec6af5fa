import type { Entities } from '#generated/server/entities.ts';
import type { AlarmMeasure } from '#generated/server/stored.ts';

/** When an alarm code fires and clears, as it is configured. Times in milliseconds. */
export type Condition = {
  code: string;
  measure: AlarmMeasure;
  compare: 'above' | 'below';
  threshold: number;
  /** Back at this value it is well again. */
  clear: number;
  hold: number;
  clearAfter: number;
  level: Entities['AlarmConfiguration']['level'];
};

/** What is under way: since when a value is beyond the threshold and how far, or since when one that fires is well again. */
export type Phase = { firing: boolean; since?: number; worst?: number };
/** It fires or clears at an instant, for what began at another. */
export type Turn = { kind: 'fire' | 'clear'; at: number; since: number; worst: number };

const DEFAULT_CLEAR_AFTER_S = 60;

/** The condition of a configuration; undefined of one that is off, or that nothing measured is compared by. */
export function conditionOf(configuration: Partial<Entities['AlarmConfiguration']>): Condition | undefined {
  const { code, measure, compare, threshold, enable, duration = 0, clear, clearAfter, level } = configuration;
  if (enable === false || code === undefined || measure === undefined || threshold === undefined || level === undefined) return undefined;
  if (compare !== 'above' && compare !== 'below') return undefined;
  return {
    code,
    measure,
    compare,
    threshold,
    clear: clear ?? threshold,
    hold: duration * 1000,
    clearAfter: (clearAfter ?? DEFAULT_CLEAR_AFTER_S) * 1000,
    level,
  };
}

export function isBeyond({ compare, threshold }: Condition, value: number): boolean {
  return compare === 'above' ? value > threshold : value < threshold;
}

function isWell({ compare, clear }: Condition, value: number): boolean {
  return compare === 'above' ? value <= clear : value >= clear;
}

/**
 * What follows from readings in order of time. Beyond the threshold for the whole hold time it fires; well for the whole
 * time to clear it clears; between threshold and clearing value it stays as it is. Where nothing was read, nothing is
 * known to have lasted: what was under way begins anew.
 */
export function turnsOf(
  condition: Condition,
  before: Phase,
  readings: Iterable<readonly [at: number, value: number | null]>,
): { phase: Phase; turns: Turn[] } {
  let { firing, since, worst } = before;
  const turns: Turn[] = [];
  for (const [at, value] of readings) {
    if (value === null || !(firing ? isWell(condition, value) : isBeyond(condition, value))) {
      since = worst = undefined;
      continue;
    }
    since ??= at;
    worst = worst === undefined ? value : farther(condition, worst, value);
    if (at - since < (firing ? condition.clearAfter : condition.hold)) continue;
    turns.push({ kind: firing ? 'clear' : 'fire', at, since, worst });
    firing = !firing;
    since = worst = undefined;
  }
  return { phase: { firing, ...(since === undefined ? {} : { since }), ...(worst === undefined ? {} : { worst }) }, turns };
}

function farther({ compare }: Condition, one: number, other: number): number {
  return compare === 'above' ? Math.max(one, other) : Math.min(one, other);
}
