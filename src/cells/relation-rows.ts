import { asArray } from '#domain/json.ts';
import type { Json, Operation } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';

/** The rows of a list's answer, and how many there are in all, if it says so. */
export function rowsOf(list: Operation, data: unknown): { rows: Json[]; total: number | undefined } {
  const rows = getPath(data, list.paging?.items ?? '');
  const { total: where, capped } = list.paging ?? {};
  const known = where !== undefined && !where.startsWith('header:') && !(capped !== undefined && getPath(data, capped) === true);
  const total = known ? getPath(data, where) : undefined;
  return { rows: asArray(rows), total: typeof total === 'number' ? total : undefined };
}
