import { type Call, type Handler, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { type Change } from '#server/kernel/resource/entity.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

type Acting = Change & { before: Stored };

/** An action that changes one item, stored under the operation's name in its history. `change` gives the new document. */
export function itemAction(resource: string, change: (doc: Doc, acting: Acting) => Doc | Promise<Doc>): Handler {
  return write(async (call, tx) => {
    const acting = await actOn(resource, call, tx);
    const { spec, before } = acting;
    return answerOf(await tx.update(spec, before, await change(before.doc, acting), before.secret, call.served.operation.id));
  });
}

/** The item that an action is about, as far as the caller reaches. */
export async function actOn(resource: string, call: Call, tx: Transaction): Promise<Acting> {
  const spec = call.services.store.specs.get(resource) as ItemSpec;
  return { call, tx, spec, before: await findItem(spec, call, (id) => tx.get(spec, id)) };
}
