import { call } from '#api/operation.ts';
import { isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { itemOf } from '#resource/body.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { isBound } from '#resource/use-item.ts';

/** The whole item of a row: a list may show less than the item holds, and what replaces it must not lose the rest. */
export async function currentItem(scope: Scope, row: Row): Promise<{ item: Row; etag?: string }> {
  const { resource, update } = scope;
  return resource.row === resource.item || update?.body?.merge ? { item: row } : fetchItem(scope, row);
}

/** The item as it is now; its row where it cannot be asked for. */
export async function fetchItem(scope: Scope, row: Row): Promise<{ item: Row; etag?: string }> {
  const { get } = scope;
  if (!get) return { item: row };
  const path = scope.path(get, row);
  if (!isBound(get, path)) return { item: row };
  const { data, etag } = await call<Json>(get, { path });
  const item = itemOf(get, data);
  return { item: isObject(item) ? item : row, etag };
}
