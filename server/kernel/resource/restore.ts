import { selectRows } from '#domain/select.ts';
import { fieldPathOf, getPath, pathOf } from '#domain/value.ts';
import { type Problem, referenceDeleted, validationFailed } from '#generated/problems.ts';
import { BringingBack, type RestoreContext, type Missing } from '#server/kernel/resource/bringing-back.ts';
import { storeAgain } from '#server/kernel/resource/change.ts';
import { labelOf, titleOf } from '#server/kernel/resource/labels.ts';
import { cleared } from '#server/kernel/resource/references.ts';
import { keepSecrets } from '#server/kernel/resource/secrets.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { type Deletion, deletionOf, forgetKept } from '#server/store/items/deleted.ts';
import type { ItemSpec, RefPath } from '#server/store/items/item-spec.ts';
import { idsWith } from '#server/store/query/lookup.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';
import { findingsOf } from '#server/kernel/validation/findings.ts';

/** What came back with an item, and what of it did not. */
export type Restored = { item: Stored; back: BringingBack['back']; missing: Missing[] };

/**
 * Brings a deleted item back with its own id, as it was when it went or at an earlier revision; with it what its
 * deletion took along and what others held of it. What stays away is told.
 */
export async function restoreDeleted(deletion: Deletion, doc: Doc, change: Change): Promise<Restored> {
  const bringing = new BringingBack(change, (child, at) => putBack(child, child.doc, at));
  const item = await putBack(deletion, doc, { change, bringing });
  return { item, back: bringing.back, missing: bringing.missing };
}

async function putBack(deletion: Deletion, given: Doc, { change, bringing }: RestoreContext): Promise<Stored> {
  const { spec, tx } = change;
  // it stood so before: nobody is asked again
  const call = { ...change.call, query: { ...change.call.query, confirm: true } };
  const doc = await withoutGone(given, { ...change, call }, bringing);
  mustFit(spec, doc, change);
  const secrets = keepSecrets(deletion.doc, deletion.kept.secret ?? {}, doc, {});
  const item = await storeAgain(spec, doc, { createdAt: deletion.kept.createdAt, secrets }, { ...change, call });
  await forgetKept(tx.db, spec, item.id);
  if (deletion.row.kept === null) for (const path of spec.secrets) bringing.noteSecret(spec, item, path);
  for (const [resource, count] of Object.entries(deletion.kept.lost ?? {})) bringing.missing.push({ resource, count, reason: 'record' });
  await bringing.follow(deletion, item);
  return item;
}

/** What the schema of today says of it. A secret is not in the document, and not required a second time. */
function mustFit(spec: ItemSpec, doc: Doc, { call }: Change): void {
  const { update, create } = spec.resource.operations;
  const served = call.services.contract.operations.get((update[0] ?? create[0])?.id ?? '');
  const body = settable(spec, doc);
  if (!served?.validate || served.validate(body)) return;
  const secrets = new Set(spec.secrets);
  const errors = findingsOf(served.validate.errors ?? [], body).filter(({ pointer }) => !secrets.has(fieldPathOf(pathOf(pointer))));
  if (errors.length > 0) throw new ProblemError(validationFailed({ count: errors.length }), { errors });
}

/** References to what is itself gone: what may be without them comes back so and says it, all else waits for them. */
async function withoutGone(given: Doc, change: Change, bringing: BringingBack): Promise<Doc> {
  const { spec, call } = change;
  const refused: (Required<Omit<Finding, 'level'>> & { problem: Problem })[] = [];
  let doc = given;
  for (const ref of spec.refs) {
    const target = call.services.store.specNamed(ref.target);
    if (!target) continue;
    for (const [cell] of selectRows(given, [ref.path])) {
      const value = cell?.value;
      if (!cell || typeof value !== 'string' || value === '' || (await isThere(target, ref, value, change))) continue;
      const without = cleared(doc, ref.path, value);
      const empty = ref.onDelete !== 'clear' && isEmptyList(without, ref.path);
      if (['clear', 'shrink', 'keep'].includes(ref.onDelete) && !empty) {
        doc = without;
        bringing.missing.push({ ...(await bringing.nameOfGone(target, value)), path: ref.path, reason: 'gone' });
        continue;
      }
      const { label = value } = await bringing.nameOfGone(target, value);
      const params = { field: labelOf(change, ref.path), entity: titleOf(call, target.resource.file), name: label };
      refused.push({ pointer: cell.pointer, code: 'reference-deleted', params, problem: referenceDeleted(params) });
    }
  }
  const [first] = refused;
  if (first) throw new ProblemError(first.problem, { errors: refused.map(({ pointer, code, params }) => ({ pointer, code, params })) });
  return doc;
}

function isEmptyList(doc: Doc, path: string): boolean {
  const list = getPath(doc, path.replace(/\[\]$/, ''));
  return Array.isArray(list) && list.length === 0;
}

/** What exists and is beyond the caller is the checks' to refuse. */
async function isThere(target: ItemSpec, ref: RefPath, value: string, { tx }: Change): Promise<boolean> {
  if (ref.value === undefined || ref.value === target.id) return (await tx.anyOf(target, value)) !== undefined;
  const found = await idsWith(tx.db, target, { path: ref.value, in: [value] }, 1);
  // what never was an item of ours (a code of another list) did not go either
  return found.length > 0 || (await deletionOf(tx.db, target, value)) === undefined;
}
