import { asObject, asText, isObject } from '#domain/json.ts';
import { rowLabel } from '#domain/label.ts';
import { getPath } from '#domain/value.ts';
import { inUse, inUseBeyond, type Problem } from '#generated/problems.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { mayRead } from '#server/kernel/access/reader.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { titleOf } from '#server/kernel/resource/labels.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { Services } from '#server/kernel/services.ts';
import { idsOwnedBy } from '#server/store/query/lookup.ts';
import { referring } from '#server/store/query/refs.ts';
import type { ItemSpec, OnDelete } from '#server/store/items/item-spec.ts';
import type { Doc, Db, Stored } from '#server/store/items/tables.ts';

/** Items that are asked for by their ids at once. */
const AT_ONCE = 500;

/** One item that uses another, and how. */
export type Use = { spec: ItemSpec; id: string; path: string; onDelete: OnDelete };

/** Everything that refers to an item, whoever may see it. */
export async function usesOf(services: Pick<Services, 'store'>, db: Db, target: ItemSpec, item: Stored): Promise<Use[]> {
  const named = services.store.specs.map((spec) => ({ spec, refs: refsTo(spec, target, item) }));
  const values = new Set(named.flatMap(({ refs }) => refs.map(({ value }) => value)));
  const byPath = Map.groupBy(await referring(db, target.name, [...values]), ({ resource, path, value }) => placeOf(resource, path, value));
  const uses: Use[] = [];
  for (const { spec, refs } of named) {
    for (const { path, onDelete, value } of refs)
      for (const { id } of byPath.get(placeOf(spec.name, path, value)) ?? [])
        if (spec.name !== target.name || id !== item.id) uses.push({ spec, id, path, onDelete });
    const owned = spec.fields.fields?.find((field) => field.name === spec.owner)?.ref;
    if (!spec.owner || !owned || !('resource' in owned) || owned.resource !== target.name || spec.name === target.name) continue;
    const onDelete = spec.resource.data?.onDelete[spec.owner] ?? 'restrict';
    for (const id of await idsOwnedBy(db, spec, item.id)) uses.push({ spec, id, path: spec.owner, onDelete });
  }
  return uses;
}

/** By which paths items of a resource may name this one, and by which of its values. */
function refsTo(spec: ItemSpec, target: ItemSpec, item: Stored): { path: string; onDelete: OnDelete; value: string }[] {
  return spec.refs
    .filter((ref) => ref.target === target.name)
    .flatMap(({ path, onDelete, value }) => {
      const named = value === undefined ? item.id : getPath(item.doc, value);
      return named === undefined || named === null ? [] : [{ path, onDelete, value: String(named) }];
    });
}

const placeOf = (...parts: string[]): string => parts.join('\n');

/** Of the uses of an item those whose own page the caller may see. */
export async function seenUses(call: Call, uses: readonly Use[]): Promise<Use[]> {
  const seen: Use[] = [];
  for (const [spec, of] of Map.groupBy(uses, (use) => use.spec)) {
    const owners = new Map<string, string | null>();
    for (const ids of chunks(of)) {
      const among = [{ path: spec.id, in: ids }];
      const owner = spec.owner ?? spec.id;
      for (const row of await readingHandle(call, spec).pluck(spec, among, [spec.id, owner]))
        owners.set(String(row[spec.id]), spec.owner === undefined ? null : (asText(row[owner]) ?? null));
    }
    for (const use of of) {
      const owner = owners.get(use.id);
      if (owner !== undefined && mayRead(call, spec, owner)) seen.push(use);
    }
  }
  return seen;
}

/** What the items are called that use another. */
export async function namedUses(call: Call, uses: readonly Use[]): Promise<(Use & { label: string })[]> {
  const labels = new Map<string, string>();
  for (const [spec, of] of Map.groupBy(uses, (use) => use.spec)) {
    for (const ids of chunks(of)) {
      const { rows } = await readingHandle(call, spec).list(spec, {
        among: [{ path: spec.id, in: ids }],
        whole: true,
        skip: 0,
        limit: AT_ONCE,
      });
      for (const { id, text } of rows) labels.set(`${spec.name} ${id}`, rowLabel(spec.resource.label, asObject(JSON.parse(text)), id));
    }
  }
  return uses.map((use) => ({ ...use, label: labels.get(`${use.spec.name} ${use.id}`) ?? use.id }));
}

function chunks(uses: readonly Use[]): string[][] {
  const ids = [...new Set(uses.map(({ id }) => id))];
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
}

/** Deletes an item with what hangs on it: refuses while something restricts, clears and cascades the rest. */
export async function deleteItem(item: Stored, change: Change): Promise<void> {
  const { spec, tx, call } = change;
  await rulesOf(spec).beforeDelete?.(item, change);
  await rulesOf(spec).refuseDeletion?.(item, change);
  const uses = await usesOf(call.services, tx.db, spec, item);
  // what is cleared or cascaded need not be within the caller's reach
  const server = tx.asServer();
  const held: Use[] = [];
  for (const use of uses) if (await isHeld(use, server)) held.push(use);
  if (held.length > 0) {
    throw new ProblemError(await heldBy(held, change));
  }
  const lost: Record<string, number> = {};
  for (const use of uses) {
    // what was done keeps the name of what it was done with
    const stored = use.onDelete === 'keep' ? undefined : await server.get(use.spec, use.id);
    if (!stored) continue;
    if (use.onDelete === 'cascade' && use.spec.resource.data?.record) lost[use.spec.name] = (lost[use.spec.name] ?? 0) + 1;
    if (use.onDelete === 'cascade') await deleteItem(stored, { ...change, tx: server, spec: use.spec, before: stored });
    else await server.update(use.spec, stored, cleared(stored.doc, use.path, item.id), stored.secret, call.served.operation.id);
  }
  await tx.remove(spec, item, call.served.operation.id, lost);
}

/** How often something is used is told as far as the caller sees it; where that is nowhere, only that it is. */
async function heldBy(held: readonly Use[], { call, spec }: Change): Promise<Problem> {
  const entity = titleOf(call, spec.resource.file);
  const count = call.principal ? (await seenUses(call, held)).length : held.length;
  if (count === 0) return inUseBeyond({ entity });
  return rulesOf(spec).inUse?.(count) ?? inUse({ entity, count });
}

/** What is asked beyond the caller's reach. */
type Server = { get: (spec: ItemSpec, id: string) => Promise<Stored | undefined> };

/** Whether the item stays while it is used so. A list of it alone is not emptied: none means all, a rule of one site would become one of all. */
export async function isHeld({ spec, id, path, onDelete }: Use, server: Server): Promise<boolean> {
  if (onDelete !== 'shrink') return onDelete === 'restrict';
  const list = getPath((await server.get(spec, id))?.doc, path.replace(/\[\]$/, ''));
  return Array.isArray(list) && list.length === 1;
}

export function labelOfItem(spec: ItemSpec, item: Stored): string {
  return rowLabel(spec.resource.label, item.doc, item.id);
}

/** The document without a value at a path; a row of an array loses the property, a plain array the entry. */
export function cleared(doc: Doc, path: string, value: string): Doc {
  const [head = '', ...rest] = path.split('.');
  const name = head.replace(/\[\]$/, '');
  const inner = doc[name];
  if (Array.isArray(inner)) {
    const items =
      rest.length === 0
        ? inner.filter((each) => each !== value)
        : inner.map((each) => (isObject(each) ? cleared(each, rest.join('.'), value) : each));
    return { ...doc, [name]: items };
  }
  if (rest.length > 0) return isObject(inner) ? { ...doc, [name]: cleared(inner, rest.join('.'), value) } : doc;
  if (inner !== value) return doc;
  const { [name]: _, ...others } = doc;
  return others;
}
