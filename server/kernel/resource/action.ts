import { type Call, type Write, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { mustFit } from '#server/kernel/resource/mismatch.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { EntityName } from '#generated/server/entities.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

export type Acting<Name extends string, Body = unknown> = Omit<Change<Name>, 'call'> & { call: Call<Body>; before: Stored<DocOf<Name>> };

/** An action that changes one item, stored under the operation's name in its history. `change` gives the new document. */
export function itemAction<Name extends EntityName, Body = unknown>(
  resource: Name,
  change: (doc: DocOf<Name>, acting: Acting<Name, Body>) => Draft<Name> | Promise<Draft<Name>>,
): Write<Call<Body>, never> {
  return write(async (call: Call<Body>, tx) => {
    const acting = await actOn(resource, call, tx);
    const { spec, before } = acting;
    return answerOf(spec, tx, await tx.update(spec, before, await change(before.doc, acting), before.secret, call.served.operation.id));
  });
}

/** The item that an action is about, as far as the caller reaches. */
export async function actOn<Name extends EntityName, Body>(resource: Name, call: Call<Body>, tx: Transaction): Promise<Acting<Name, Body>> {
  const spec = call.services.store.spec(resource);
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  await mustFit(spec, call, before);
  return { call, tx, spec, before };
}
