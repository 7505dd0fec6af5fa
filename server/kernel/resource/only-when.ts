import { getPath } from '#domain/value.ts';
import { actionNotNow } from '#generated/problems.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Call, Write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import { actionLabel, fieldLabels, valueLabel } from '#server/kernel/resource/labels.ts';
import { notesOf } from '#server/kernel/resource/noted.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

/**
 * An action's `when` is a promise to the operator and a rule of the server: what the list does not offer is refused,
 * whoever asks, and told with the state that forbids it.
 */
export function onlyWhen(handler: Write, { operation }: Served, spec: ItemSpec): Write {
  const conditions = Object.entries(operation.when ?? {});
  if (conditions.length === 0) return handler;
  return {
    ...handler,
    run: async (call, tx) => {
      const { id: item, doc } = await findItem(spec, call, (id) => tx.get(spec, id));
      const shown = { ...spec.toRow?.(doc), ...doc, ...(await notesOf(spec, call, item)) };
      for (const [path, values] of conditions) {
        const value = getPath(shown, path) ?? null;
        if (!values.some((each) => each === value))
          throw notNow(call, spec, path, stateWord(call, spec.resource.file, path, values, value));
      }
      return handler.run(call, tx);
    },
  };
}

function notNow(call: Call, { resource: { file } }: ItemSpec, path: string, state: string): ProblemError {
  return new ProblemError(
    actionNotNow({
      action: actionLabel(call, file, call.served.operation.id),
      field: fieldLabels(call, file)[path] ?? path,
      state,
    }),
  );
}

/** The word of a state; a switch that is off is often stored as nothing at all. */
function stateWord(call: Call, file: string, path: string, values: readonly unknown[], value: unknown): string {
  const { sentences } = call.services;
  if (typeof value === 'boolean' || (value === null && values.some((each) => typeof each === 'boolean')))
    return sentences.message(value === true ? 'on' : 'off', call.language);
  return value === null ? sentences.message('unset', call.language) : valueLabel(call, file, path, value);
}
