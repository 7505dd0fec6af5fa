import type { Operation } from '#domain/model.ts';
import { timePresets } from '#domain/units/time-presets.ts';
import type { PageState } from '#resource/url-state.ts';

type Filters = PageState['filters'];

/** How the list is limited in time: by a preset that is counted back from now, by explicit ends, or not at all. */
export type TimeChoice = { kind: 'any' } | { kind: 'preset'; index: number } | { kind: 'ends'; start?: string; end?: string };

/** What the address says; explicit times win, and without a word the contract's default stands. */
export function timeChoice(op: Operation, filters: Filters): TimeChoice {
  const { range } = op;
  const start = filters[range?.start ?? '']?.[0];
  const end = filters[range?.end ?? '']?.[0];
  if (start || end) return { kind: 'ends', start, end };
  const asked = filters[range?.option ?? '']?.[0];
  const index = asked !== undefined && isPreset(Number(asked)) ? Number(asked) : defaultPreset(op);
  return index === undefined ? { kind: 'any' } : { kind: 'preset', index };
}

/** The preset of a list that is never read whole; undefined where any time is the default. */
export function defaultPreset({ range, query }: Operation): number | undefined {
  const given = query.find(({ name }) => name === range?.option)?.default;
  return typeof given === 'number' && isPreset(given) ? given : undefined;
}

/** The filters that say this choice. Without a parameter for presets one is said by its start. */
export function timeFilters(op: Operation, choice: TimeChoice, now: number): Filters {
  const { range } = op;
  if (!range) return {};
  const ends = (start?: string, end?: string): Filters => ({ [range.start]: start ? [start] : [], [range.end]: end ? [end] : [] });
  const option = (texts: string[]): Filters => (range.option === undefined ? {} : { [range.option]: texts });
  if (choice.kind === 'ends') return { ...ends(choice.start, choice.end), ...option([]) };
  if (choice.kind === 'any') return { ...ends(), ...option([]) };
  if (range.option === undefined) return ends(new Date(now - (timePresets[choice.index] ?? timePresets[0])).toISOString());
  return { ...ends(), ...option(choice.index === defaultPreset(op) ? [] : [String(choice.index)]) };
}

/** Presets that reach further back: what an empty list offers, the nearest that is worth it first. */
export function widerPresets(op: Operation, filters: Filters): number[] {
  const choice = timeChoice(op, filters);
  if (op.range === undefined || choice.kind === 'any') return [];
  return WORTH.filter((index) => choice.kind === 'ends' || index > choice.index).slice(0, 2);
}

/** 24 hours, 7 and 30 days. */
const WORTH = [5, 6, 7];

function isPreset(index: number): boolean {
  return index in timePresets;
}
