import { compileEntity } from '#server/store/fits/entity-schemas.ts';

export type FittingTask = { schema: string; docs: readonly string[] };

let last: { schema: string; validate: ReturnType<typeof compileEntity> } | undefined;

/** Which of many documents are not what their schema says, by number. Runs in a thread of its own. */
export function unfitting({ schema, docs }: FittingTask): number[] {
  if (last?.schema !== schema) last = { schema, validate: compileEntity(schema) };
  const { validate } = last;
  return docs.flatMap((doc, index) => (validate(JSON.parse(doc)) ? [] : [index]));
}
