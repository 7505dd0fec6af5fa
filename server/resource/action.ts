import { type Json } from '#domain/model.ts';
import { illegalTransition } from '#generated/problems.ts';
import { type Call, type Handler, write } from '#server/handler.ts';
import { ProblemError } from '#server/problem.ts';
import { answerOf, findItem } from '#server/resource/item.ts';
import { type Change } from '#server/rules/entity.ts';
import { type Stored } from '#server/store/handle.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Doc } from '#server/store/tables.ts';
import { type Transaction } from '#server/store/transaction.ts';

type Acting = Change & { before: Stored };

/**
 * An action that changes one item: found as far as the caller reaches, refused in a state that the contract's `when`
 * does not name, stored with the operation's name in its history. `change` gives the new document.
 */
export function itemAction(resource: string, to: Json, change: (doc: Doc, acting: Acting) => Doc | Promise<Doc>): Handler {
  return write(async (call, tx) => {
    const acting = await actOn(resource, to, call, tx);
    const { spec, before } = acting;
    return answerOf(await tx.update(spec, before, await change(before.doc, acting), before.secret, call.served.operation.id));
  });
}

/** The item of an action, in a state that allows it; `to` is what the refusal says it cannot become. */
export async function actOn(resource: string, to: Json, call: Call, tx: Transaction): Promise<Acting> {
  const spec = call.services.store.specs.get(resource) as ItemSpec;
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  const wrong = Object.entries(call.served.operation.when ?? {}).find(([name, values]) => !values.includes(before.doc[name] ?? null));
  if (wrong) throw new ProblemError(illegalTransition({ from: String(before.doc[wrong[0]]), to: String(to) }));
  return { call, tx, spec, before };
}

/** The document without some of its properties. */
export function without(doc: Doc, ...names: string[]): Doc {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
}
