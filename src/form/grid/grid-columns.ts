import type { Field } from '#domain/model.ts';
import { isDrawn, type FieldViewer } from '#resource/fields.ts';

const SCALARS = new Set(['text', 'number', 'integer', 'boolean']);

/** Rows of scalars only: they fit into cells. */
export function isFlat(item: Field): boolean {
  const fields = item.fields ?? [];
  return fields.length > 0 && fields.length <= 12 && fields.every((field) => SCALARS.has(field.kind));
}

/** One column for each drawn property; of a property of several branches, the first. */
export function columnsOf(item: Field, viewer: FieldViewer): Field[] {
  const seen = new Set<string>();
  return (item.fields ?? []).filter((field) => isDrawn(field, viewer) && !seen.has(field.name) && seen.add(field.name));
}

/** How a cell is edited in place; anything else opens the row. */
export function editorOf(field: Field): 'text' | 'number' | 'boolean' | 'enum' | undefined {
  if (field.ref || field.writeOnly || field.widget === 'textarea') return undefined;
  if (field.values && !field.open) return 'enum';
  if (field.kind === 'boolean') return 'boolean';
  if (field.kind === 'number' || field.kind === 'integer') return 'number';
  return field.kind === 'text' ? 'text' : undefined;
}
