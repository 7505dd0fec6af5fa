import { isLost, type Outcome } from '#bulk/run.ts';
import type { Line } from '#import/check/check-rows.ts';

/** What became of one line of the file. `unknown`: sent, and never answered. `unsent`: nothing of it was stored. */
export type LineOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed' | 'unknown' | 'unsent';

export type Attempt = { lines: Line[]; /** Of the lines that were to be sent, in order. */ sent: Line[]; outcomes: readonly Outcome[] };

export function lineOutcomes({ lines, sent, outcomes }: Attempt): Map<Line, LineOutcome> {
  const bySent = new Map(sent.map((line, index) => [line, outcomes[index]]));
  return new Map(lines.map((line) => [line, lineOutcome(line, bySent.get(line))]));
}

function lineOutcome(line: Line, outcome: Outcome | undefined): LineOutcome {
  if (line.stays) return line.stays === 'unread' ? 'failed' : line.stays;
  if (!outcome) return 'failed';
  if (outcome.kind === 'done') return line.existing ? 'updated' : 'created';
  if (outcome.kind === 'same') return 'unchanged';
  if (outcome.kind === 'skipped') return 'unsent';
  return isLost(outcome) ? 'unknown' : 'failed';
}

export function countsOf(fates: ReadonlyMap<Line, LineOutcome>): Record<LineOutcome, number> {
  const counts: Record<LineOutcome, number> = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0, unsent: 0 };
  for (const fate of fates.values()) counts[fate]++;
  return counts;
}
