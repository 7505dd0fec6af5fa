import type { Role } from '#domain/access/permission-tree.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field, Labels, ListedResource, Mode, Ref, Resource, View } from '#domain/model.ts';

/** Who looks, and whether at the own account: fields may be limited to modes, permission nodes and kinds of account. */
export type FieldViewer = { mode: Mode; kind: Role; own?: boolean; holds: (node: string) => boolean };

export function isVisible(field: Field, view: View, viewer: FieldViewer): boolean {
  if (field.hide?.includes(view)) return false;
  if (field.modes && !field.modes.includes(viewer.mode)) return false;
  // whoever may not change it may still see what it is
  if (view === 'form' && field.kinds && !field.kinds.includes(viewer.kind)) return false;
  if (view === 'form' && field.own === 'kept' && viewer.own) return false;
  return field.node === undefined || viewer.holds(field.node);
}

/** Whether a form draws the field at all: constants and readOnly properties are no input. */
export function isDrawn(field: Field, viewer: FieldViewer): boolean {
  return !field.readOnly && field.const === undefined && isVisible(field, 'form', viewer);
}

/** The same tree without what this viewer has no part in: fields of other modes, and of permissions not held. */
export function visibleTo(field: Field, viewer: FieldViewer): Field {
  const mine = ({ modes, node, kinds, own }: Field): boolean =>
    !(own === 'kept' && viewer.own) &&
    (!modes || modes.includes(viewer.mode)) &&
    (!kinds || kinds.includes(viewer.kind)) &&
    (node === undefined || viewer.holds(node));
  return field.fields ? { ...field, fields: field.fields.filter(mine).map((each) => visibleTo(each, viewer)) } : field;
}

export function itemField(resource: Resource): Field {
  return schemaOf(resource, resource.item);
}

export function rowField({ schemas, row }: ListedResource): Field {
  return schemas[row] ?? NOTHING_SAID;
}

export function schemaOf(resource: Resource, key: string): Field {
  return resource.schemas[key] ?? NOTHING_SAID;
}

const NOTHING_SAID: Field = { name: '', path: '', kind: 'json' };

/** Properties whose value occurs once only, within their tenant or at all. */
export function singlyUnique({ data }: Pick<Resource, 'data'>): Set<string> {
  return new Set(
    (data?.unique ?? []).flatMap((names) => {
      const [only, ...others] = names.filter((name) => name !== data?.owner);
      return only !== undefined && others.length === 0 ? [only] : [];
    }),
  );
}

/** What a field, or each item of a list, refers to; undefined for a reference within the document. */
export function refOf(field: Field | undefined): Ref | undefined {
  const ref = field?.ref ?? field?.items?.ref;
  return ref && !('in' in ref) ? ref : undefined;
}

/** The field at a dotted property path; array and map steps are left out or written as numbers or `[]`. */
export function fieldAt(root: Field, path: string): Field | undefined {
  let field: Field | undefined = root;
  for (const step of path.replaceAll('[]', '').split('.')) {
    if (!field) return undefined;
    if (step === '') continue;
    field = childField(field, step);
  }
  return field;
}

function childField(field: Field, step: string): Field | undefined {
  if (field.kind === 'array' && field.items) return /^\d+$/.test(step) ? field.items : childField(field.items, step);
  if (field.kind === 'map') return field.items;
  if (field.kind === 'variants') {
    for (const variant of field.variants ?? []) {
      const found = childField(variant, step);
      if (found) return found;
    }
    return undefined;
  }
  return field.fields?.find((each) => each.name === step);
}

/** A reference may stand on the list or on its items; what its words come from is said of the list. */
export function itemOfList(field: Field): Field {
  const item = field.items ?? { name: '', path: field.path, kind: 'json' };
  if (field.widget === 'choices' && field.options) return { ...item, widget: field.widget, options: field.options };
  return item.ref || !field.ref ? item : { ...item, ref: field.ref };
}

export function isScalar(field: Field): boolean {
  return field.kind === 'text' || field.kind === 'number' || field.kind === 'integer' || field.kind === 'boolean';
}

/** Label by path, by plain name (query parameters share the names of properties), else the name made readable. */
export function fieldLabel(labels: Labels, field: Field): string {
  return labels.fields[field.path] || labels.fields[field.name] || humanised(field.name);
}

/** `createdAt` is `Created at`. */
export function humanised(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Properties that a group and those inside it show, in order. */
export function namesOf(group: Group): string[] {
  return [...(group.fields ?? []), ...(group.groups ?? []).flatMap(namesOf)];
}
