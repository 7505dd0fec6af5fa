import { call } from '#api/operation.ts';
import { pageQuery } from '#domain/paging.ts';
import { pagesOf } from '#resource/pages-of.ts';
import { pageOf, type Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { isBound } from '#resource/use-item.ts';
import { fetchItem } from './current-item.ts';

/** Ids in one address: no longer than any server takes. */
const PER_CALL = 50;
const AT_ONCE = 4;

/** Rows as the backend has them at this moment, by their ids and in that order; those that are gone are left out. */
export async function currentRows(scope: Scope, ids: readonly string[]): Promise<Row[]> {
  const found = new Map<string, Row>();
  const keep = (rows: readonly Row[]): void => rows.forEach((row) => found.set(scope.key(row).id, row));
  const { list, get } = scope;
  if (list?.query.some(({ name }) => name === 'values')) {
    for (let start = 0; start < ids.length; start += PER_CALL) keep(await named(scope, ids.slice(start, start + PER_CALL)));
  } else if (get && isBound(get, scope.path(get, undefined, ids[0]))) {
    for (let start = 0; start < ids.length; start += AT_ONCE)
      keep((await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => byId(scope, id)))).flat());
  } else if (list) {
    const state = { filters: {}, keyword: '', sort: '' };
    const wanted = new Set(ids);
    for await (const { rows } of pagesOf(list, { path: scope.path(list), params: scope.params }, state, new AbortController().signal)) {
      keep(rows.filter((row) => wanted.has(scope.key(row).id)));
      if (found.size === wanted.size) break;
    }
  }
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
}

/** The list, asked to have these rows in its answer. */
async function named({ list, ...scope }: Scope, ids: readonly string[]): Promise<Row[]> {
  if (!list) return [];
  const { paging } = list;
  const query = { ...pageQuery(paging, 1, { index: 0 }), ...(list.rowAccess ? { access: true } : {}), values: ids };
  const { data, headers } = await call<unknown>(list, { path: scope.path(list), query });
  return pageOf(paging, data, headers).rows.filter((row) => ids.includes(scope.key(row).id));
}

async function byId(scope: Scope, id: string): Promise<Row[]> {
  try {
    const { item } = await fetchItem(scope, { [scope.resource.id]: id });
    return [item];
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 404 || error.status === 410);
}
