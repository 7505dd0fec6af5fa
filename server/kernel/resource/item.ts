import { getPath } from '#domain/value.ts';
import { deleteForbidden, forbidden, notFound } from '#generated/problems.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { isForRow } from '#server/kernel/access/own-rows.ts';
import type { Answer, Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { withDefaults } from '#server/kernel/resource/defaults.ts';
import { notedAnswer } from '#server/kernel/resource/noted.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type DocOf, typed } from '#server/store/items/typed.ts';
import { SINGLE, type Transaction } from '#server/store/items/transaction.ts';

/** The same at once, where it is shown as it is stored. */
export function itemNow(spec: ItemSpec, call: Call): Answer | undefined {
  if (rulesOf(spec).noted) return undefined;
  const id = idIn(spec, call);
  const stored = id === undefined ? undefined : call.handle.now(spec, id);
  return stored && isInScope(spec, call, stored) ? { text: stored.text, etag: `"${stored.revision}"` } : undefined;
}

export async function getItem(spec: ItemSpec, call: Call): Promise<Answer> {
  const stored = await findItem(spec, call, (id) => call.handle.get(spec, id));
  return notedAnswer(spec, call, stored);
}

/** The item that the path names, in the scope that the path names; what is elsewhere is not found. */
export async function findItem<Name extends string>(
  spec: ItemSpec<Name>,
  call: Call,
  get: (id: string) => Promise<Stored<DocOf<Name>> | undefined>,
): Promise<Stored<DocOf<Name>>> {
  const id = idIn(spec, call);
  const found = id === undefined ? undefined : ((await get(id)) ?? (await unset(spec, call, id)));
  const stored = found ?? (id === undefined ? undefined : await seen(spec, call, id));
  if (!stored) throw new ProblemError(notFound());
  if (!isInScope(spec, call, stored)) throw new ProblemError(notFound());
  const refusal = call.served.operation.kind === 'delete' ? deleteForbidden() : forbidden();
  if (!found) throw new ProblemError(refusal);
  if (!isForRow(call.served.operation, stored, call)) throw new ProblemError(rulesOf(spec).notForCaller?.(stored.doc, call) ?? refusal);
  return typed(spec, stored);
}

function idIn(spec: ItemSpec, { path, served }: Call): string | undefined {
  return spec.single ? (path[spec.owner ?? ''] ?? SINGLE) : path[served.operation.pathParams.at(-1)?.name ?? ''];
}

/** Whether an item stands where the path says; everybody's items are seen from every company. */
function isInScope(spec: ItemSpec, { path, served }: Call, stored: Pick<Stored, 'owner' | 'doc'>): boolean {
  const { pathParams } = served.operation;
  return pathParams.every(({ name }, index) => {
    if (index === pathParams.length - 1) return true;
    const here = name === spec.owner ? stored.owner : getPath(stored.doc, name);
    return here === undefined || here === null || here === path[name];
  });
}

/** An item that the caller may read and not change: where scopes hold in part of a company only, he is told so. */
async function seen(spec: ItemSpec, call: Call, id: string): Promise<Stored | undefined> {
  if ((call.principal?.holdings.length ?? 0) < 2 || call.served.operation.method === 'get') return undefined;
  return readingHandle(call, spec).get(spec, id);
}

/** Settings of a tenant that nobody changed yet: the defaults of the schema, as revision 0. */
async function unset(spec: ItemSpec, call: Call, id: string): Promise<Stored | undefined> {
  if (!spec.single || !spec.owner || !spec.tenant || !(await call.handle.reached(spec.tenant, id))) return undefined;
  const doc = withDefaults(spec.fields, { [spec.owner]: id });
  return { id, doc, text: JSON.stringify(doc), secret: {}, owner: id, revision: 0, createdAt: 0 };
}

/** An item that a call has written, as its caller is shown it. */
export async function answerOf(spec: ItemSpec, tx: Transaction, stored: Stored): Promise<Answer<never>> {
  const { text, revision } = await tx.shown(spec, stored);
  return { text, etag: `"${revision}"` };
}
