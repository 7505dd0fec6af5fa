import { variantOf } from '#domain/variant.ts';
import { visibleFields } from '#domain/condition.ts';
import { child, joinPointer, parsePointer } from '#domain/pointer.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field } from '#domain/model.ts';
import { isDrawn, type FieldViewer } from '#resource/fields.ts';
import type { FormStore } from './store.ts';

export type Layout = { groups: Group[]; rest: string[] };

/** The groups that hold a drawn field, and the drawn fields that no group names. */
export function layoutOf(owner: Field, viewer: FieldViewer): Layout {
  const drawn = new Set((owner.fields ?? []).filter((field) => isDrawn(field, viewer)).map((field) => field.name));
  const named = new Set<string>();
  const groups = (owner.groups ?? []).flatMap((group) => narrow(group, drawn, named));
  return { groups, rest: [...drawn].filter((name) => !named.has(name)) };
}

export function fieldsOf(group: Group): string[] {
  return [...ownFields(group), ...(group.groups ?? []).flatMap(fieldsOf)];
}

export function openKey(owner: string, group: string): string {
  return `${owner}#${group}`;
}

/** Key of the tab or step that is open among the sub-groups of `group` ('' for the top). */
export function activeKey(owner: string, group: string): string {
  return `${owner}#${group}#active`;
}

/** Opens whatever hides the pointer: tabs, steps, folded groups, folded rows, optional objects. */
export function reveal(root: Field, store: FormStore, pointer: string): void {
  let field: Field | undefined = root;
  let value: unknown = store.document();
  let at = '';
  const segments = parsePointer(pointer);
  for (const [index, segment] of segments.entries()) {
    while (field?.kind === 'variants') field = variantOf(field, value);
    if (!field) return;
    if (field.kind === 'array' || field.kind === 'map') {
      store.setUi(activeKey(at, ''), segment);
      store.setUi(activeKey(at, 'column'), segments[index + 1] ?? '');
      field = field.items;
    } else {
      openGroups(field, store, at, segment);
      field = visibleFields(field, value).find((each) => each.name === segment);
    }
    value = child(value, segment);
    at = joinPointer(at, segment);
    if (field?.kind === 'object') store.setUi(openKey(at, ''), true);
  }
}

function openGroups(owner: Field, store: FormStore, pointer: string, name: string): void {
  let groups = owner.groups ?? [];
  let parent = '';
  for (;;) {
    const group = groups.find((each) => fieldsOf(each).includes(name));
    if (!group) return;
    store.setUi(activeKey(pointer, parent), group.name);
    store.setUi(openKey(pointer, group.name), true);
    groups = group.groups ?? [];
    parent = group.name;
  }
}

function narrow(group: Group, drawn: ReadonlySet<string>, named: Set<string>): Group[] {
  const fields = ownFields(group).filter((name) => drawn.has(name));
  for (const name of ownFields(group)) named.add(name);
  const groups = (group.groups ?? []).flatMap((each) => narrow(each, drawn, named));
  return fields.length + groups.length === 0 && group.widget !== 'lifecycle'
    ? []
    : [{ ...group, fields, ...(groups.length ? { groups } : {}) }];
}

/** A group that only holds groups may leave its fields out. */
function ownFields(group: Partial<Pick<Group, 'fields'>>): string[] {
  return group.fields ?? [];
}
