import type { FlowRow } from '#server/telemetry/port.ts';

const dimensions = ['user', 'application', 'destination'] as const;

/** The same bytes by those users, applications and destinations that carry most; what the others carry stands under no name. */
export function largestFlows(rows: readonly FlowRow[], most: number): FlowRow[] {
  const kept = dimensions.map((name) => {
    const sums = new Map<string, number>();
    for (const row of rows) sums.set(row[name], (sums.get(row[name]) ?? 0) + row.bytes);
    const largest = [...sums].toSorted((a, b) => b[1] - a[1]).slice(0, most);
    return { name, names: new Set(largest.map(([each]) => each)) };
  });
  const found = new Map<string, FlowRow>();
  for (const row of rows) {
    const shown = { ...row };
    for (const { name, names } of kept) if (!names.has(row[name])) shown[name] = '';
    const key = JSON.stringify([shown.user, shown.application, shown.destination]);
    const known = found.get(key);
    if (known) known.bytes += row.bytes;
    else found.set(key, shown);
  }
  return [...found.values()];
}
