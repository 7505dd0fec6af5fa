import type { ErrorSchema } from '@rjsf/utils';
import { schemaFindings } from '#domain/findings.ts';
import type { Json } from '#domain/model.ts';
import { getPointer, parsePointer } from '#domain/pointer.ts';
import type { Validate } from '#api/model.ts';
import type { FormError } from '#form/engine/errors.ts';
import { schemaMessage } from '#form/engine/schema-message.ts';

/** Errors below a place, as @rjsf shows them. */
export function errorSchemaOf(errors: readonly FormError[], pointer: string): ErrorSchema {
  const root: ErrorSchema = {};
  for (const error of errors) {
    let node: ErrorSchema = root;
    for (const step of parsePointer(error.pointer.slice(pointer.length))) node = node[step] ??= {};
    node.__errors = [...(node.__errors ?? []), error.message];
  }
  return root;
}

/**
 * Of a choice that takes no value as it stands, what the alternative says that is filled in: what the others miss is
 * nobody's error. `choices`: marks by the place of the choice.
 */
export function ofChosen(
  errors: FormError[],
  document: Json,
  choices: ReadonlyMap<string, string>,
  validators: Readonly<Record<string, Validate>>,
): FormError[] {
  let result = errors;
  for (const [place, mark] of [...choices].toSorted(([a], [b]) => a.length - b.length)) {
    const isBelow = ({ pointer }: FormError): boolean => pointer === place || pointer.startsWith(`${place}/`);
    if (!result.some(isBelow)) continue;
    const value = getPointer(document, place);
    const validate = validators[mark];
    // nothing there at all: that it is missing says it
    if (validate === undefined || value === undefined) continue;
    const own = validate(value) ? [] : schemaFindings(validate.errors ?? [], value);
    const found = own.map((finding) => ({ pointer: place + finding.pointer, message: schemaMessage(finding), code: finding.code }));
    // it takes the value, so something else was wrong: that another takes it too
    if (found.length > 0) result = [...result.filter((error) => !isBelow(error)), ...found];
  }
  return result;
}
