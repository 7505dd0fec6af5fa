import { rowLabel } from '#domain/label.ts';
import { getPath } from '#domain/value.ts';
import { inUse } from '#generated/problems.ts';
import { ProblemError } from '#server/problem.ts';
import { titleOf } from '#server/resource/labels.ts';
import { refuseDeletion } from '#server/rules/constraints/constraint.ts';
import { type Change } from '#server/rules/entity.ts';
import { entityRules } from '#server/rules/registry.ts';
import { type Services } from '#server/services.ts';
import { type Db } from '#server/store/engine.ts';
import { type Stored } from '#server/store/handle.ts';
import { type ItemSpec, type OnDelete } from '#server/store/item-spec.ts';
import { type Transaction } from '#server/store/transaction.ts';
import { type Doc } from '#server/store/tables.ts';

/** One item that uses another, and how. */
export type Use = { spec: ItemSpec; id: string; path: string; onDelete: OnDelete };

/** Everything that refers to an item, whoever may see it. */
export async function usesOf(services: Services, db: Db, target: ItemSpec, item: Stored): Promise<Use[]> {
  const uses: Use[] = [];
  for (const spec of services.store.specs.values()) {
    const refs = spec.refs.filter((ref) => ref.target === target.name);
    for (const ref of refs) {
      const value = ref.value === undefined ? item.id : getPath(item.doc, ref.value);
      if (value === undefined || value === null) continue;
      const rows = await db
        .selectFrom('refs')
        .select('id')
        .distinct()
        .where('target', '=', target.name)
        .where('value', '=', String(value))
        .where('resource', '=', spec.name)
        .where('path', '=', ref.path)
        .execute();
      for (const { id } of rows)
        if (spec.name !== target.name || id !== item.id) uses.push({ spec, id, path: ref.path, onDelete: ref.onDelete });
    }
    const owned = spec.fields.fields?.find((field) => field.name === spec.owner)?.ref;
    if (!spec.owner || !owned || !('resource' in owned) || owned.resource !== target.name || spec.name === target.name) continue;
    const rows = await db.selectFrom(spec.table).select('id').where('owner', '=', item.id).execute();
    const onDelete = spec.resource.data?.onDelete[spec.owner] ?? 'restrict';
    for (const { id } of rows) uses.push({ spec, id, path: spec.owner, onDelete });
  }
  return uses;
}

/** Deletes an item with what hangs on it: refuses while something restricts, clears and cascades the rest. */
export async function deleteItem(item: Stored, change: Change): Promise<void> {
  const { spec, tx, call } = change;
  await entityRules[spec.name]?.beforeDelete?.(item, change);
  await refuseDeletion(item.doc, change);
  const uses = await usesOf(call.services, tx.db, spec, item);
  // what is cleared or cascaded need not be within the caller's reach
  const server = tx.asServer();
  const held: Use[] = [];
  for (const use of uses) if (use.onDelete === 'restrict' || (use.onDelete === 'shrink' && (await isLast(use, server)))) held.push(use);
  if (held.length > 0) {
    throw new ProblemError(
      entityRules[spec.name]?.inUse?.(held.length) ?? inUse({ entity: titleOf(call, spec.resource.file), count: held.length }),
    );
  }
  const lost: Record<string, number> = {};
  for (const use of uses) {
    const stored = await server.get(use.spec, use.id);
    if (!stored) continue;
    if (use.onDelete === 'cascade' && use.spec.resource.data?.record) lost[use.spec.name] = (lost[use.spec.name] ?? 0) + 1;
    if (use.onDelete === 'cascade') await deleteItem(stored, { ...change, tx: server, spec: use.spec, before: stored });
    else await server.update(use.spec, stored, cleared(stored.doc, use.path, item.id), stored.secret, call.served.operation.id);
  }
  await tx.remove(spec, item, call.served.operation.id, lost);
}

/** Whether the list would be empty, which means everything: a rule of one site must not become one of all. */
async function isLast({ spec, id, path }: Use, server: Transaction): Promise<boolean> {
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
      rest.length === 0 ? inner.filter((each) => each !== value) : inner.map((each) => cleared(each as Doc, rest.join('.'), value));
    return { ...doc, [name]: items };
  }
  if (rest.length > 0) return { ...doc, [name]: cleared(inner as Doc, rest.join('.'), value) };
  if (inner !== value) return doc;
  const { [name]: _, ...others } = doc;
  return others;
}
