import { getPath } from '#domain/value.ts';
import { deleteForbidden, forbidden, notFound } from '#generated/problems.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import type { Answer, Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { withDefaults } from '#server/kernel/resource/defaults.ts';
import { mustFit } from '#server/kernel/resource/mismatch.ts';
import { notedAnswer } from '#server/kernel/resource/noted.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type DocOf, typed } from '#server/store/items/typed.ts';
import { SINGLE, type Transaction } from '#server/store/items/transaction.ts';

export async function getItem(spec: ItemSpec, call: Call): Promise<Answer> {
  const stored = await findItem(spec, call, (id) => call.handle.get(spec, id));
  if (call.services.store.fits.suspects(spec)) await mustFit(spec, call, stored);
  return notedAnswer(spec, call, stored);
}

/** The item that the path names, in the scope that the path names; what is elsewhere is not found. */
export async function findItem<Name extends string>(
  spec: ItemSpec<Name>,
  call: Call,
  get: (id: string) => Promise<Stored<DocOf<Name>> | undefined>,
): Promise<Stored<DocOf<Name>>> {
  const params = call.served.operation.pathParams;
  const id = spec.single ? (call.path[spec.owner ?? ''] ?? SINGLE) : call.path[params.at(-1)?.name ?? ''];
  const found = id === undefined ? undefined : ((await get(id)) ?? (await unset(spec, call, id)));
  const stored = found ?? (id === undefined ? undefined : await seen(spec, call, id));
  if (!stored) throw new ProblemError(notFound());
  for (const { name } of params.slice(0, -1)) {
    const here = name === spec.owner ? stored.owner : getPath(stored.doc, name);
    // everybody's items are seen from every company
    if (here !== undefined && here !== null && here !== call.path[name]) throw new ProblemError(notFound());
  }
  if (!found) throw new ProblemError(call.served.operation.kind === 'delete' ? deleteForbidden() : forbidden());
  return typed(spec, stored);
}

/** An item that the caller may read and not change: where scopes hold in part of a company only, he is told so. */
async function seen(spec: ItemSpec, call: Call, id: string): Promise<Stored | undefined> {
  if ((call.principal?.holdings.length ?? 0) < 2 || call.served.operation.method === 'get') return undefined;
  return readingHandle(call, spec).get(spec, id);
}

/** Settings of a tenant that nobody changed yet: the defaults of the schema, as revision 0. */
async function unset(spec: ItemSpec, call: Call, id: string): Promise<Stored | undefined> {
  if (!spec.single || !spec.owner || !spec.tenant || !(await call.handle.get(spec.tenant, id))) return undefined;
  const doc = withDefaults(spec.fields, { [spec.owner]: id });
  return { id, doc, text: JSON.stringify(doc), secret: {}, owner: id, revision: 0, createdAt: 0 };
}

/** An item that a call has written, as its caller is shown it. */
export async function answerOf(spec: ItemSpec, tx: Transaction, stored: Stored): Promise<Answer<never>> {
  const { text, revision } = await tx.shown(spec, stored);
  return { text, etag: `"${revision}"` };
}
