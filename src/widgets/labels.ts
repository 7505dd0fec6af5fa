import type { Field, Json, Labels } from '#domain/model.ts';

/** The word for a value of an enumeration. */
export function enumLabel(labels: Labels, field: Field, value: Json): string {
  const text = String(value);
  return labels.enums[field.path]?.[text] ?? labels.enums[field.name]?.[text] ?? text;
}

/** A property's name for a reader, where the label files say nothing. */
export function propertyLabel(labels: Labels, field: Field): string {
  return labels.fields[field.path] || labels.fields[field.name] || field.name;
}
