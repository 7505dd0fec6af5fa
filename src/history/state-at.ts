import { asObject, type JsonObject } from '#domain/json.ts';
import type { ItemRevision } from '#generated/client/schemas.ts';

/**
 * The item as it was at a revision: from the present one backwards, each later revision's `before` in place of its
 * `after`. `revisions` run from the newest to at least the one asked for.
 */
export function stateAt(item: JsonObject, revisions: readonly ItemRevision[], revision: number): JsonObject {
  let state = { ...item };
  for (const each of revisions) {
    if (each.revision <= revision) break;
    const { ...next } = state;
    for (const name of Object.keys(asObject(each.after))) delete next[name];
    state = { ...next, ...asObject(each.before) };
  }
  return state;
}
