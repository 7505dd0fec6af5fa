import type { Field, Json, Labels } from '#domain/model.ts';

/** The word for a value of an enumeration. */
export function enumLabel(labels: Labels, field: Field, value: Json): string {
  const text = String(value);
  return labels.enums[field.path]?.[text] ?? labels.enums[field.name]?.[text] ?? text;
}
