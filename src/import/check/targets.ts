import { visibleFields } from '#domain/condition.ts';
import type { Field, Labels } from '#domain/model.ts';
import { fieldAt, fieldLabel, isScalar } from '#resource/fields.ts';

/** A place of the document that one column of a file fills. */
export type Target = { path: string; field: Field; label: string; required: boolean };

/** Rows of an array that have columns of their own in the template; a file may bring more (`wan.2.ip`). */
const TEMPLATE_ROWS = 1;
const KNOWN_ROWS = 20;

/** Every place that can be filled, in the order of the form. Long and deep things are JSON in one cell. */
export function targetsOf(root: Field, labels: Labels): Target[] {
  return leaves(root, '', '', labels, root.required === true, TEMPLATE_ROWS, 0);
}

function leaves(owner: Field, path: string, name: string, labels: Labels, required: boolean, rows: number, depth: number): Target[] {
  const found: Target[] = [];
  for (const field of fieldsOf(owner)) {
    if (field.readOnly || field.const !== undefined) continue;
    const at = path === '' ? field.name : `${path}.${field.name}`;
    const label = name === '' ? fieldLabel(labels, field) : `${name} · ${fieldLabel(labels, field)}`;
    const needed = field.required === true && (path === '' || required);
    if (field.kind === 'object' && field.fields && depth < 2) {
      found.push(...leaves(field, at, label, labels, needed, rows, depth + 1));
    } else if (isTable(field) && depth < 1) {
      for (let row = 0; row < rows; row++)
        found.push(...leaves(field.items, `${at}.${row}`, `${label} ${row + 1}`, labels, needed, rows, depth + 1));
    } else {
      found.push({ path: at, field, label, required: needed });
    }
  }
  return found;
}

/** A property of two branches is one column. */
function fieldsOf(owner: Field): Field[] {
  const all = owner.fields ?? visibleFields(owner, {});
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

function isTable(field: Field): field is Field & { items: Field } {
  const { kind, items } = field;
  return (
    kind === 'array' &&
    items?.kind === 'object' &&
    (items.fields ?? []).every((field) => isScalar(field) || field.kind === 'object' || field.kind === 'array')
  );
}

/** For each header the path that it means: a path, or a label in any of the languages; '' where none does. */
export function mapHeaders(headers: readonly string[], root: Field, languages: readonly Labels[], id: string): string[] {
  const known = new Map<string, string>();
  for (const labels of languages) {
    for (const { path, label } of leaves(root, '', '', labels, true, KNOWN_ROWS, 0)) {
      if (!known.has(plain(label))) known.set(plain(label), path);
    }
    const idLabel = labels.fields[id];
    if (idLabel) known.set(plain(idLabel), id);
  }
  known.set(plain(id), id);
  const taken = new Set<string>();
  return headers.map((header) => {
    const path = pathHeader(header, root) ?? known.get(plain(header)) ?? '';
    if (path === '' || taken.has(path)) return '';
    taken.add(path);
    return path;
  });
}

/** `wan.0.ip`, `/wan/0/ip` and `wan[0].ip` are paths themselves. */
function pathHeader(header: string, root: Field): string | undefined {
  const path = header
    .replace(/[*＊]\s*$/, '')
    .trim()
    .replace(/^\//, '')
    .replaceAll('/', '.')
    .replaceAll(/\[(\d+)\]/g, '.$1');
  if (path === '') return undefined;
  const field = fieldAt(root, path);
  return field && field !== root && !field.readOnly ? path : undefined;
}

/** Case, the mark of required columns and blanks make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*＊·.]+/g, '');
}
