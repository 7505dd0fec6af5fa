import { ApiError } from '#api/error.ts';
import { isPlayed } from '#api/mutator.ts';
import type { Operation } from '#domain/model.ts';
import { filterQuery } from '#resource/list-answer.ts';
import { exportRows } from '#generated/client/platform.ts';
import type { WholeScope } from '#resource/scope.ts';
import type { PageState } from '#resource/url-state.ts';
import type { Exported, ExportValues } from './export-columns.ts';

type Options = {
  state: PageState;
  columns: readonly Exported[];
  values: ExportValues;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
};

/** The list as the server makes a file of it; undefined where it does not: then its pages are read. */
export async function streamRows(
  scope: WholeScope,
  op: Operation,
  { state, columns, values, onReceived, signal }: Options,
): Promise<Blob | undefined> {
  if (!isPlayed('export')) return undefined;
  const body = {
    operation: op.id,
    path: scope.path(op),
    query: filterQuery(op, state, scope.params),
    columns: columns.map(({ key }) => key),
    values,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  try {
    return (await exportRows(body, { onReceived }, signal)).data;
  } catch (error) {
    // no list of stored rows, or a column that is made of others
    if (error instanceof ApiError && (error.status === 501 || error.status === 422)) return undefined;
    throw error;
  }
}
