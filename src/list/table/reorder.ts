import type { Keyed } from '#resource/selection.ts';

export type Reordered = { rows: Keyed[]; changes: { keyed: Keyed; value: number }[] };

/**
 * Rows after one was moved, and which of them get another order number. The rows between take over each other's
 * numbers; numbers that are missing or not rising are given anew from the first one on.
 */
export function reordered(rows: readonly Keyed[], from: number, to: number, order: string): Reordered {
  return arranged(rows, new Set(rows[from] && [rows[from].id]), to, order);
}

/** The same for several rows, which then stand together from that place on. */
export function arranged(rows: readonly Keyed[], moving: ReadonlySet<string>, to: number, order: string): Reordered {
  const next = rows.filter(({ id }) => !moving.has(id));
  next.splice(to, 0, ...rows.filter(({ id }) => moving.has(id)));
  const numbers = rising(rows.map(({ row }) => row[order]));
  const changes = next.flatMap((keyed, index) => {
    const value = numbers[index] ?? index + 1;
    return keyed.row[order] === value ? [] : [{ keyed, value }];
  });
  return { rows: next, changes };
}

function rising(values: unknown[]): number[] {
  const [first, last] = [values[0], values.at(-1)];
  const descending = typeof first === 'number' && typeof last === 'number' && first > last;
  const step = descending ? -1 : 1;
  const numbers: number[] = [];
  for (const [index, value] of values.entries()) {
    const before = numbers[index - 1];
    const least = before === undefined ? undefined : before + step;
    if (typeof value === 'number' && (least === undefined || (value - least) * step >= 0)) numbers.push(value);
    else numbers.push(least ?? 1);
  }
  return numbers;
}
