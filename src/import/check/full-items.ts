import { call } from '#api/operation.ts';
import { errorMessage } from '#api/error.ts';
import { isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { itemOf } from '#resource/body.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { isBound } from '#resource/use-item.ts';

/** What is stored, and the revision that a change of it is based on; or why it could not be read. */
export type FullItem = { item: Row; etag?: string } | { refused: string | undefined };

const AT_ONCE = 6;

/** What reading an item takes. */
type Read = Pick<WholeScope, 'resource' | 'get' | 'path'>;

/** Whether the rows of the list hold all that an item holds. */
export function rowsAreItems({ resource }: Pick<WholeScope, 'resource'>): boolean {
  return resource.row === resource.item;
}

/** The items that rows stand for, in their order: what replaces an item must not lose what its row does not show. */
export async function fullItems(
  scope: Read,
  rows: readonly Row[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<FullItem[]> {
  if (rowsAreItems(scope)) return rows.map((item) => ({ item }));
  const items: FullItem[] = [];
  // one queue for all who work at once
  const queue = rows.entries();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const [index, row] of queue) {
      items[index] = await fullItem(scope, row, signal);
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  return items;
}

async function fullItem(scope: Read, row: Row, signal: AbortSignal): Promise<FullItem> {
  const { get } = scope;
  const path = get && scope.path(get, row);
  if (!get || !path || !isBound(get, path)) return { refused: undefined };
  try {
    const { data, etag } = await call<Json>(get, { path, signal });
    const item = itemOf(get, data);
    return isObject(item) ? { item, ...(etag === undefined ? {} : { etag }) } : { refused: undefined };
  } catch (error) {
    if (signal.aborted) throw error;
    return { refused: errorMessage(error) };
  }
}
