import { timePresets } from '#domain/units/time-presets.ts';

/** The stretch of time that a page of measurements shows, as its address says it: `?option=3`, or `?from=…&to=…`; `&compare=1&every=30`. */
export type TimeState = {
  /** Index of a preset; counted back from now. */
  option?: number;
  /** Milliseconds. */
  from?: number;
  to?: number;
  /** The period before is drawn beside it. */
  compare: boolean;
  /** Seconds between two answers; 0: only when asked. */
  every: number;
};

/** What refreshes by itself offers. */
export const paces = [0, 10, 30, 60, 300] as const;

export function readTime(params: URLSearchParams): TimeState {
  const [from, to] = [instant(params.get('from')), instant(params.get('to'))];
  const rest = { compare: params.get('compare') === '1', every: paceOf(params.get('every')) };
  if (from !== undefined && to !== undefined && from < to) return { from, to, ...rest };
  const option = Number(params.get('option') ?? 0);
  return { option: Number.isInteger(option) && option in timePresets ? option : 0, ...rest };
}

/** New parameters with the change applied; defaults are left out, parameters of others are kept. */
export function writeTime(params: URLSearchParams, change: Partial<TimeState>): URLSearchParams {
  const now = readTime(params);
  const isMoved = 'option' in change || 'from' in change;
  const next = { ...(isMoved ? { compare: now.compare, every: now.every } : now), ...change };
  const result = new URLSearchParams(params);
  for (const name of ['option', 'from', 'to', 'compare', 'every']) result.delete(name);
  if (next.from !== undefined && next.to !== undefined) {
    result.set('from', new Date(next.from).toISOString());
    result.set('to', new Date(next.to).toISOString());
  } else if (next.option) result.set('option', String(next.option));
  if (next.compare) result.set('compare', '1');
  // what is over does not grow
  if (next.every > 0 && next.from === undefined) result.set('every', String(next.every));
  return result;
}

/** The ends of what is shown, in milliseconds. */
export function endsOf({ option, from, to }: TimeState, now: number): { from: number; to: number } {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: now - (timePresets[option ?? 0] ?? timePresets[0]), to: now };
}

/** The query of an operation over time; `back`: so many lengths earlier. */
export function timeQuery(
  range: { start: string; end: string; option?: string },
  state: TimeState,
  { now, back = 0 }: { now: number; back?: number },
): Record<string, string | number> {
  if (state.from === undefined && back === 0 && range.option !== undefined) return { [range.option]: state.option ?? 0 };
  const { from, to } = endsOf(state, now);
  const shift = back * (to - from);
  return { [range.start]: new Date(from - shift).toISOString(), [range.end]: new Date(to - shift).toISOString() };
}

/** The same length nearer or further, earlier or later: for the keys and buttons of the time bar. Nothing later than now. */
export function moved(state: TimeState, by: 'earlier' | 'later' | 'nearer' | 'further', now: number): { from: number; to: number } {
  const { from, to } = endsOf(state, now);
  const length = to - from;
  if (by === 'earlier' || by === 'later') {
    const step = (by === 'later' ? 1 : -1) * Math.round(length / 2);
    const end = Math.min(now, to + step);
    return { from: end - length, to: end };
  }
  const next = Math.max(LEAST, Math.round(by === 'nearer' ? length / 2 : length * 2));
  const middle = (from + to) / 2;
  const end = Math.min(now, Math.round(middle + next / 2));
  return { from: end - next, to: end };
}

const LEAST = 60_000;

function instant(text: string | null): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function paceOf(text: string | null): number {
  const pace = Number(text ?? 0);
  return paces.some((each) => each === pace) ? pace : 0;
}
