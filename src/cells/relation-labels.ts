import { canCall } from '#api/can.ts';
import { choose, pathArgs } from '#api/choose.ts';
import type { Workspace } from '#api/workspace.ts';
import { currentModel, loadResource } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { currentUser } from '#api/user.ts';
import type { Json, Operation, Ref } from '#domain/model.ts';
import { rowLabel } from '#domain/label.ts';
import { pageQuery } from '#domain/paging.ts';
import { getPath } from '#domain/value.ts';
import { rowsOf } from './relation-rows.ts';

type Waiting = { ids: Map<string, ((label: string | undefined) => void)[]> };
const waiting = new Map<string, Waiting>();
const GATHER = 10;
const MOST = 100;

/** react-query options for the name of one referenced object; names asked for within 10 ms share one call. */
export function labelQuery(ref: Ref, id: string, { params }: Workspace) {
  return {
    queryKey: ['label', ref.resource, ref.value ?? '', id, params] as const,
    queryFn: async (): Promise<string> => (await gather(ref, id, params)) ?? id,
    staleTime: 60_000,
  };
}

function gather(ref: Ref, id: string, params: Record<string, string>): Promise<string | undefined> {
  const key = JSON.stringify([ref.resource, ref.value, params]);
  let group = waiting.get(key);
  if (!group) {
    waiting.set(key, (group = { ids: new Map() }));
    const started = group;
    setTimeout(() => {
      waiting.delete(key);
      void answer(ref, params, started);
    }, GATHER);
  }
  const { ids } = group;
  return new Promise((resolve) => ids.set(id, [...(ids.get(id) ?? []), resolve]));
}

async function answer(ref: Ref, params: Record<string, string>, { ids }: Waiting): Promise<void> {
  const all = [...ids.keys()];
  const labels = new Map<string, string>();
  for (let at = 0; at < all.length; at += MOST) {
    // a missing name is no failure of the page: the id stands for it
    await lookUp(ref, params, all.slice(at, at + MOST), labels).catch(() => undefined);
  }
  // what was lent, or is told of another company, is known there
  const rest = all.filter((id) => !labels.has(id)).slice(0, MOST);
  if (rest.length > 0 && Object.keys(params).length > 0) await lookUp(ref, {}, rest, labels).catch(() => undefined);
  for (const [id, resolvers] of ids) for (const resolve of resolvers) resolve(labels.get(id));
}

async function lookUp(ref: Ref, params: Record<string, string>, ids: string[], labels: Map<string, string>): Promise<void> {
  const resource = await loadResource(ref.resource);
  const list = within(choose(resource.operations.list, params), params);
  const property = ref.value ?? resource.id;
  const keep = (row: Json): void => {
    const id = getPath(row, property);
    if (typeof id === 'string' || typeof id === 'number') labels.set(String(id), rowLabel(resource.label, row, String(id)));
  };
  if (list?.query.some((param) => param.name === 'values')) {
    // who may not look names up may not read the items either
    if (list.openWith?.includes('values') !== true && !mayCall(list, params)) return;
    const query = { values: ids, ...pageQuery(list.paging, ids.length, { index: 0 }) };
    const { data } = await call(list, { path: pathArgs(list, { params }), query });
    rowsOf(list, data).rows.forEach(keep);
    return;
  }
  const get = within(choose(resource.operations.get, params), params, 1);
  if (!get || ref.value || !mayCall(get, params)) return;
  const found = await Promise.allSettled(ids.map((id) => call<Json>(get, { path: pathArgs(get, { params, id }) })));
  for (const each of found) if (each.status === 'fulfilled') keep(each.value.data);
}

/** An operation whose path the workspace fills, but for so many parameters of the item. */
function within(op: Operation | undefined, params: Record<string, string>, own = 0): Operation | undefined {
  return op?.pathParams.slice(0, op.pathParams.length - own).every(({ name }) => name in params) ? op : undefined;
}

/** What this operator may not read is not asked for; where it is not known yet who he is, the server says so. */
function mayCall(op: Operation, params: Record<string, string>): boolean {
  const [model, user] = [currentModel(), currentUser()];
  return !model || !user || canCall(model, user, params)(op);
}
