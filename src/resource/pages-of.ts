import { clientError } from '#api/error.ts';
import { call } from '#api/operation.ts';
import type { Operation } from '#domain/model.ts';
import { pageQuery } from '#domain/paging.ts';
import { getPath } from '#domain/value.ts';
import { filterQuery, isUnpaged, pageOf, type Page } from './list-answer.ts';
import type { PageState } from './url-state.ts';

const PAGE = 1000;

/** Every page of a list, by whatever way of paging the contract has. Where there are more rows, but no way to them, it fails rather than ends. */
export async function* pagesOf(
  op: Operation,
  bound: { path: Record<string, string>; params: Record<string, string> },
  state: Pick<PageState, 'filters' | 'keyword' | 'sort'>,
  signal: AbortSignal,
): AsyncGenerator<Pick<Page, 'rows' | 'total'>> {
  const { paging } = op;
  const size = Math.min(PAGE, paging?.max ?? PAGE);
  const narrowed = filterQuery(op, state, bound.params);
  let done = 0;
  let cursor: string | undefined;
  for (let index = 0; ; index++) {
    const query = { ...narrowed, ...pageQuery(paging, size, { index, skip: done, cursor }) };
    const { data, headers } = await call<unknown>(op, { path: bound.path, query, signal });
    const page = pageOf(paging, data, headers);
    const { rows, next } = page;
    // a total that was not counted to the end is none
    const total = page.capped ? undefined : page.total;
    done += rows.length;
    yield { rows, total };
    const isAll = total === undefined ? rows.length < size : done >= total;
    const more = paging?.more === undefined ? undefined : getPath(data, paging.more) === true;
    if (isUnpaged(op) || rows.length === 0 || more === false) return;
    if (!paging?.cursor) {
      if (isAll) return;
      continue;
    }
    // an answer that names no next page is the last one, unless its contract has no place to name one or it says that there is more
    const isStuck = next === undefined && (more ?? (paging.next === undefined && !isAll));
    if (isStuck || (next !== undefined && next === cursor)) throw clientError('list.stuck', 0, { count: done });
    if (next === undefined || (paging.next?.startsWith('last:') && more === undefined && isAll)) return;
    cursor = next;
  }
}
