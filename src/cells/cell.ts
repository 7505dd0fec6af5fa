import type { Field, Json, Labels, Language } from '#domain/model.ts';

export type CellProps = { field: Field; value: Json | undefined; row: Record<string, Json>; labels: Labels; language: Language };

export type Example = { name: string; field: Field; value?: Json; row?: Record<string, Json> };

export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A field for examples. */
export function exampleField(name: string, more: Partial<Field> = {}): Field {
  return { name, path: name, kind: 'text', ...more };
}
