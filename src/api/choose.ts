import type { Operation } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';

type CallContext = {
  params: Record<string, string>;
  row?: Record<string, unknown> | undefined;
  id?: string | undefined;
  /** Property of the row that identifies it. */
  idProperty?: string | undefined;
};

/**
 * Of several scopes of one verb, the one whose parameters the workspace binds, and of those the one that binds most.
 * A call on one item may leave parameters to its row; a call on the collection may not.
 */
export function choose(operations: Operation[], params: Record<string, string>): Operation | undefined {
  let best: { operation: Operation; open: number; bound: number } | undefined;
  for (const operation of operations) {
    const scope = scopeParams(operation);
    const bound = scope.filter((name) => name in params).length;
    const open = scope.length - bound;
    if (open > 0 && !isItemCall(operation)) continue;
    if (best === undefined || open < best.open || (open === best.open && bound > best.bound)) best = { operation, open, bound };
  }
  return best?.operation;
}

/** Path parameters of a call: the last one of an item call is the item's id, all others come from the workspace, then from the row. */
export function pathArgs(operation: Operation, { params, row, id, idProperty = 'id' }: CallContext): Record<string, string> {
  const identity = id ?? text(getPath(row, idProperty));
  const own = idParam(operation);
  const path: Record<string, string> = {};
  for (const { name, from } of operation.pathParams) {
    const named = from === undefined ? undefined : text(getPath(row, from));
    const known = params[name] ?? text(row?.[name]);
    // one id stands at one place: what is asked about an item, and is no call on it, ends with it
    const last = name === operation.pathParams.at(-1)?.name ? identity : undefined;
    const value = name === own ? (named ?? identity ?? text(row?.[name])) : (known ?? (own === undefined ? last : undefined));
    if (value !== undefined) path[name] = value;
  }
  return path;
}

/** Path parameters of a settings page: it has no item, all of them are the workspace's. */
export function workspaceArgs({ pathParams }: Operation, params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(pathParams.flatMap(({ name }) => (params[name] === undefined ? [] : [[name, params[name]]])));
}

function scopeParams(operation: Operation): string[] {
  const own = idParam(operation);
  return operation.pathParams.map((param) => param.name).filter((name) => name !== own);
}

function idParam(operation: Operation): string | undefined {
  return isItemCall(operation) ? operation.pathParams.at(-1)?.name : undefined;
}

function isItemCall({ kind }: Operation): boolean {
  return kind === 'get' || kind === 'update' || kind === 'delete' || kind === 'action';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
