import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '#api/error.ts';
import { query } from '#api/operation.ts';
import { getPath } from '#domain/value.ts';
import { isUnpaged, listQuery, type Page, pageOf, type Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import type { Keyed } from '#resource/selection.ts';
import type { PageState } from '#resource/url-state.ts';

export type List = {
  rows: Keyed[];
  total?: number;
  /** There are more than `total`. */
  capped?: boolean;
  next?: string;
  /** Why there are no rows. */
  gap?: string;
  /** Nothing to show yet. */
  loading: boolean;
  /** Other rows are on their way, or newer ones that somebody asked for; the present ones stay. */
  busy: boolean;
  error: unknown;
  refresh: () => void;
  /** When the rows came, epoch milliseconds. */
  at: number;
};

const NO_ROWS: Row[] = [];

/** `every` milliseconds the rows are asked for again, while somebody looks at the page; the row `made` just now stands first. */
export function useList(scope: Scope, state: PageState, { every, made }: { every?: number; made?: string } = {}): List {
  const { list } = scope;
  const args = useMemo(
    () => (list ? { path: scope.path(list), query: listQuery(list, state, scope.params, made) } : {}),
    [list, scope, state, made],
  );
  const answer = useQuery({
    ...query<unknown>(list, args),
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  });
  const [asked, setAsked] = useState(false);
  const page = useMemo<Page>(
    () => (answer.data ? pageOf(list?.paging, answer.data.data, answer.data.headers) : { rows: NO_ROWS }),
    [answer.data, list],
  );
  const rows = useMemo(() => {
    const sorted = list && isUnpaged(list) ? sortedRows(page.rows, state.sort) : page.rows;
    return sorted.map(scope.key);
  }, [page.rows, list, state.sort, scope]);
  return {
    rows,
    total: page.total ?? (list && isUnpaged(list) ? rows.length : undefined),
    capped: page.capped,
    next: page.next,
    gap: page.gap,
    loading: answer.isPending && list !== undefined,
    busy: answer.isFetching && (answer.isPlaceholderData || asked),
    // the one thing that may stand there does not stand there yet
    error: isNotFound(answer.error) && list?.path === scope.update?.path ? null : answer.error,
    refresh: () => {
      setAsked(true);
      void answer.refetch().finally(() => setAsked(false));
    },
    at: answer.dataUpdatedAt,
  };
}

/** For lists that come whole. Numbers by value, texts as the reader's language orders them. */
export function sortedRows(rows: Row[], sort: string): Row[] {
  if (sort === '') return rows;
  const path = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const order = new Intl.Collator(undefined, { numeric: true });
  const keyed = rows.map((row) => ({ row, value: getPath(row, path) }));
  keyed.sort((a, b) => {
    if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value);
    return sign * order.compare(plain(a.value), plain(b.value));
  });
  return keyed.map(({ row }) => row);
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
