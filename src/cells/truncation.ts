import { currentModel } from '#api/model.ts';
import { isWhole } from '#domain/formats/whole.ts';
import type { Field } from '#domain/model.ts';

/** Whether the value is a figure, a time, an address or a serial, or refers to what is known by one: it is shown whole or not at all. */
export function isNeverTruncated(field: Field): boolean {
  if (field.kind === 'array') return field.items !== undefined && field.items.kind !== 'object' && isNeverTruncated(field.items);
  if (field.values) return false;
  if (field.ref) return 'resource' in field.ref && currentModel()?.resources[field.ref.resource]?.whole === true;
  return field.kind === 'integer' || field.kind === 'number' || isWhole(field.format);
}
