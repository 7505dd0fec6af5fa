import { destinationsOf } from '#server/simulator/applications.ts';
import { statsOf } from '#domain/traffic/stats.ts';
import { terminalsOf } from '#server/simulator/terminals.ts';
import type { ApplicationLine, FlowNarrow, FlowRow, Window } from '#server/telemetry/port.ts';

/** What each terminal carried with each destination: applications and sites keep their own sums. `carried`: bytes of the sites. */
export function flowRows(
  lines: readonly ApplicationLine[],
  carried: ReadonlyMap<string, number>,
  { from, to }: Pick<Window, 'from' | 'to'>,
): FlowRow[] {
  const whole = [...carried.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (whole === 0) return [];
  const sums = lines.map(({ name, category, values }) => ({
    application: name,
    category,
    bytes: statsOf(values, (to - from) / 1000).flow ?? 0,
    destinations: destinationsOf(name),
  }));
  const rows: FlowRow[] = [];
  for (const [siteId, own] of carried) {
    if (own === 0) continue;
    const terminals = terminalsOf(siteId);
    const weights = terminals.reduce((sum, { weight }) => sum + weight, 0);
    for (const { host, weight } of terminals)
      for (const { application, category, bytes, destinations } of sums)
        for (const { name, share } of destinations)
          rows.push({ user: host, application, category, destination: name, bytes: bytes * (own / whole) * (weight / weights) * share });
  }
  return rows;
}

export function isWithin(row: FlowRow, narrow: FlowNarrow): boolean {
  return (['user', 'application', 'destination'] as const).every((name) => narrow[name] === undefined || narrow[name] === row[name]);
}
