import { asNumber, asObject } from '#domain/json.ts';

/** What is known of a company: until when the values of each code were looked at, and what is under way. */
export type Progress = { to: ReadonlyMap<string, number>; phases: Record<string, { since?: number; worst?: number }> };

export function progressOf(text: string | undefined, codes: readonly string[]): Progress {
  if (text === undefined) return { to: new Map(), phases: {} };
  const { to, phases } = asObject(JSON.parse(text));
  // before, one time stood for all codes
  const of = (code: string): number | undefined => asNumber(to) ?? asNumber(asObject(to)[code]);
  const known = Object.entries(asObject(phases)).map(([key, phase]) => {
    const { since, worst } = asObject(phase);
    return [key, { since: asNumber(since), worst: asNumber(worst) }] as const;
  });
  return {
    to: new Map(codes.flatMap((code) => (of(code) === undefined ? [] : [[code, of(code) ?? 0] as const]))),
    phases: Object.fromEntries(known),
  };
}

export function textOf({ to, phases }: Progress): string {
  return JSON.stringify({ to: Object.fromEntries(to), phases });
}
