import peersFile from './peers.json' with { type: 'json' };
import { budgets, type Budget, type Name } from '#bench/budgets.ts';

export type Live = { peer: string; value: number };
export type Spread = [min: number, max: number];
/** `pace`: how many times slower this machine is than the one that the budgets were set on, by something both have measured. */
type Detail = { spread?: Spread; live?: Live; pace?: number };
export type Report = (name: Name, value: number, detail?: Detail) => void;
export type Area = (report: Report, wanted: (name: Name) => boolean) => Promise<void>;

const recorded: Partial<Record<string, { peer: string; value: number; source: string }>> = peersFile;

/**
 * One figure as one JSON line. `ratio` is ours to the peer's; a recorded peer was measured elsewhere (bench/peers.json).
 * Where the pace of this machine is known, `budgetHere` is what the budget comes to on it, and `within` is judged by that.
 */
export function print(name: Name, value: number, { spread, live, pace }: Detail = {}): void {
  const { unit, budget }: Budget = budgets[name];
  const peer = live ?? recorded[name];
  const isRate = unit.endsWith('/s') || unit === 'of its rate';
  const here = budget === undefined || pace === undefined ? budget : isRate ? budget / pace : budget * pace;
  const line = {
    name,
    value: round(value),
    unit,
    budget: budget ?? null,
    ...(pace !== undefined && here !== undefined ? { pace: round(pace), budgetHere: round(here) } : {}),
    ...(here === undefined ? {} : { within: isRate ? value >= here : value <= here }),
    peer: peer?.peer ?? null,
    peerValue: peer ? round(peer.value) : null,
    ratio: peer ? round(value / peer.value) : null,
    ...(peer && !live ? { peerRecorded: true } : {}),
    ...(spread ? { spread: spread.map(round) } : {}),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  printed.push([
    name,
    `${line.value} ${unit}`,
    here === undefined ? '' : `${isRate ? 'from' : 'to'} ${round(here)}`,
    line.within === undefined ? '' : line.within ? 'yes' : 'NO',
    peer ? `${line.ratio} of ${peer.peer}${live ? '' : ' (recorded)'}` : '',
  ]);
}

const printed: string[][] = [];

/** All figures of this run below each other, as a person reads them. Budgets are at the pace of this machine where it is known. */
export function table(): string {
  return inColumns([['figure', 'value', 'budget here', 'within', 'peer'], ...printed]);
}

/** How long each area took, and all of them. */
export function timesTable(seconds: ReadonlyMap<string, number>): string {
  const all = [...seconds.values()].reduce((sum, each) => sum + each, 0);
  return inColumns([['area', 'seconds'], ...[...seconds, ['all', all] as const].map(([area, took]) => [area, took.toFixed(0)])]);
}

function inColumns(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that the given share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): Spread {
  return [Math.min(...values), Math.max(...values)];
}

/** Times of several runs in milliseconds. */
export async function timed(runs: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

/** Work that is done once in a run, whoever needs it. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
