import type { Json, Operation } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';

/** The rows of a list's answer, and how many there are in all, if it says. */
export function rowsOf(list: Operation, data: unknown): { rows: Json[]; total: number | undefined } {
  const rows = getPath(data, list.paging?.items ?? '');
  const total = list.paging?.total === undefined || list.paging.total.startsWith('header:') ? undefined : getPath(data, list.paging.total);
  return { rows: Array.isArray(rows) ? (rows as Json[]) : [], total: typeof total === 'number' ? total : undefined };
}
