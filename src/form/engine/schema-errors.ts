import { causesOf, codeOf, type SchemaError } from '#domain/causes.ts';
import type { Field } from '#domain/model.ts';
import { getPointer } from '#domain/pointer.ts';
import type { FormError } from './errors.ts';

/** Ajv's findings by field, one a cause, as the server tells them. */
export function schemaErrors(
  found: readonly SchemaError[],
  doc: unknown,
  messageOf: (error: SchemaError, value: unknown) => string,
  field?: Field,
): FormError[] {
  return causesOf(found, doc, field).map(({ pointer, error }) => ({
    pointer,
    message: messageOf(error, getPointer(doc, pointer)),
    code: codeOf(error.keyword),
  }));
}
