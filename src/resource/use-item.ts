import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isObject } from '#domain/json.ts';
import { ApiError } from '#api/error.ts';
import { query } from '#api/operation.ts';
import type { Json, Operation } from '#domain/model.ts';
import { itemOf } from './body.ts';
import { pageOf, type Row } from './list-answer.ts';
import type { Scope } from './scope.ts';

export type Item = {
  item?: Row;
  etag?: string;
  loading: boolean;
  fetching: boolean;
  error: unknown;
  /** The item does not fit the contract any more, and is here to be put right. */
  mismatch?: ApiError | undefined;
  refresh: () => void;
};

/**
 * One item with its ETag. Where the call on the item needs a parameter that only its row knows (its company, in the
 * view of all companies), or where there is no such call, the row is looked up in the list first.
 */
export function useItem(scope: Scope, id: string): Item {
  const direct = scope.get && isBound(scope.get, scope.path(scope.get, undefined, id));
  const { lookup, found } = useListed(scope, id, !direct);
  const path = scope.get && (direct || found) ? scope.path(scope.get, found, id) : undefined;
  const bound = scope.get && path && isBound(scope.get, path) ? scope.get : undefined;
  const single = useQuery(query<Json>(bound, { path }));

  if (bound) {
    const mismatch = single.error instanceof ApiError && isObject(single.error.current) ? single.error : undefined;
    return {
      item: rowOf(mismatch ? mismatch.current : single.data && itemOf(bound, single.data.data)),
      etag: mismatch ? undefined : single.data?.etag,
      loading: single.isPending,
      fetching: single.isFetching,
      error: mismatch ? null : single.error,
      mismatch,
      refresh: () => void single.refetch(),
    };
  }
  return {
    item: found,
    loading: scope.list !== undefined && lookup.isPending,
    fetching: lookup.isFetching,
    error: lookup.error,
    refresh: () => void lookup.refetch(),
  };
}

/** The row of an item in the list that is open. */
function useListed(scope: Scope, id: string, enabled: boolean) {
  const lookup = useQuery({
    ...query<unknown>(
      scope.list,
      scope.list
        ? {
            path: scope.path(scope.list),
            query: { ...(takesIds(scope) ? { values: [id] } : {}), ...(scope.list.rowAccess ? { access: true } : {}) },
          }
        : {},
    ),
    enabled: enabled && scope.list !== undefined,
  });
  const found = lookup.data && pageOf(scope.list?.paging, lookup.data.data).rows.find((row) => scope.key(row).id === id);
  return { lookup, found };
}

function takesIds({ list }: Scope): boolean {
  return list?.query.some(({ name }) => name === 'values') ?? false;
}

/**
 * What the caller may do with one item. Only rows say that: an item that stands beyond the caller's reach is read as any
 * other, and would else offer what is refused. Undefined until it is known; an item that no list answers has no word on it.
 */
export function useAccessed(scope: Scope, id: string, item: Row | undefined): Row | undefined {
  const asks = scope.list?.rowAccess === true && takesIds(scope) && item !== undefined && item['_access'] === undefined;
  const { lookup, found } = useListed(scope, id, asks);
  if (!item || !asks) return item;
  if (lookup.isPending) return undefined;
  return found?.['_access'] === undefined ? item : { ...item, _access: found['_access'] };
}

/** The item as it is now: what is known from before may have been changed since, and nobody should edit that. */
export function useFreshItem(scope: Scope, id: string): Item {
  const item = useItem(scope, id);
  const [ready, setReady] = useState(!item.fetching);
  if (!ready && !item.fetching) setReady(true);
  return ready ? item : { ...item, loading: true };
}

function rowOf(item: Json | undefined): Row | undefined {
  return isObject(item) ? item : undefined;
}

export function isBound(op: Operation, path: Record<string, string>): boolean {
  return op.pathParams.every(({ name }) => path[name] !== undefined);
}
