import { call } from '#api/operation.ts';
import type { Operation } from '#domain/model.ts';
import { pageQuery } from '#domain/paging.ts';
import { filterQuery, isUnpaged, pageOf, type Page } from './list-answer.ts';
import type { PageState } from './url-state.ts';

const PAGE = 1000;

/** Every page of a list, by whatever way of paging the contract has. */
export async function* pagesOf(
  op: Operation,
  bound: { path: Record<string, string>; context: Record<string, string> },
  state: Pick<PageState, 'filters' | 'keyword' | 'sort'>,
  signal: AbortSignal,
): AsyncGenerator<Pick<Page, 'rows' | 'total'>> {
  const { paging } = op;
  const size = Math.min(PAGE, paging?.max ?? PAGE);
  const narrowed = filterQuery(op, state, bound.context);
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
    cursor = next;
    const over = paging?.cursor ? next === undefined : total === undefined ? rows.length < size : done >= total;
    if (isUnpaged(op) || over || rows.length === 0) return;
  }
}
