import type { ReactNode } from 'react';
import { isRequired, visibleFields } from '#domain/condition.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field } from '#domain/model.ts';
import { child } from '#domain/pointer.ts';
import { activeKey, fieldsOf } from '#form/engine/layout.ts';
import type { FormStore } from '#form/engine/store.ts';

export type StepsProps = { owner: Field; pointer: string; parent: string; groups: Group[]; body: (group: Group) => ReactNode };

/** A step that is filled in, and the groups of steps that it stands in, outermost first. */
export type Step = { group: Group; within: Group[] };

/** What a step says of itself. `optional`: untouched, and nothing in it has to be filled in. `absent`: nothing of it applies to the document as it is. */
export type StepState = 'invalid' | 'done' | 'untouched' | 'optional' | 'absent';

/** The steps in their order. A group of steps is none itself. */
export function stepsOf(groups: readonly Group[], within: Group[] = []): Step[] {
  return groups.flatMap((group) => (isBranch(group) ? stepsOf(group.groups ?? [], [...within, group]) : [{ group, within }]));
}

export function isBranch({ widget, groups, fields }: Group): boolean {
  return widget === 'steps' && (groups ?? []).length > 0 && (fields ?? []).length === 0;
}

/** The group whose sub-groups are steps, wherever it stands in the form. */
export function stepGroup(groups: readonly Group[] | undefined): Group | undefined {
  for (const group of groups ?? []) {
    const found = group.widget === 'steps' ? group : stepGroup(group.groups);
    if (found) return found;
  }
  return undefined;
}

/** The step that is open: in each group of steps the one that was opened last, else its first. */
export function openStep(store: Pick<FormStore, 'ui'>, pointer: string, parent: string, groups: readonly Group[]): Group | undefined {
  const wanted = store.ui(activeKey(pointer, parent));
  const group = groups.find(({ name }) => name === wanted) ?? groups[0];
  return group && isBranch(group) ? openStep(store, pointer, group.name, group.groups ?? []) : group;
}

/** Opens a step, and the groups that it stands in. */
export function goToStep(store: Pick<FormStore, 'setUi'>, pointer: string, parent: string, { group, within }: Step): void {
  const path = [...within, group].map(({ name }) => name);
  path.forEach((name, index) => store.setUi(activeKey(pointer, index === 0 ? parent : (path[index - 1] ?? '')), name));
}

/** Set once a step was left. */
export function visitedKey(pointer: string, step: string): string {
  return `${pointer}#${step}#visited`;
}

type Findings = {
  /** Properties with an error that shows. */
  broken: ReadonlySet<string>;
  /** Properties that are not as the form began with them. */
  changed: ReadonlySet<string>;
  /** Properties that the stored item has. */
  stored: ReadonlySet<string>;
  visited: boolean;
};

/** Where a step stands; what is wrong goes before everything else. */
export function stepState(owner: Field, group: Group, document: unknown, { broken, changed, stored, visited }: Findings): StepState {
  const names = fieldsOf(group);
  if (names.some((name) => broken.has(name))) return 'invalid';
  const there = visibleFields(owner, document).filter(({ name }) => names.includes(name));
  if (names.length > 0 && there.length === 0) return 'absent';
  if (names.length === 0 || there.some((field) => isMissing(field, document))) return 'untouched';
  return visited || names.some((name) => changed.has(name) || stored.has(name)) ? 'done' : 'optional';
}

/** What was found of a part of a document, which never changes. */
const known = new WeakMap<object, boolean>();

/** Whether something that must be there is not, here or below. */
function isMissing(field: Field, owner: unknown): boolean {
  const value = child(owner, field.name);
  if (value === undefined || value === '') return !field.readOnly && isRequired(field, owner);
  return lacks(field, value);
}

function lacks(field: Field, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const before = known.get(value);
  if (before !== undefined) return before;
  const { items } = field;
  const found = Array.isArray(value)
    ? items !== undefined && value.some((item) => lacks(items, item))
    : visibleFields(field, value).some((each) => isMissing(each, value));
  known.set(value, found);
  return found;
}

/**
 * The flags that say whether what a step holds is valid (spec 5), by name: all true until something wrong shows. A group of
 * steps without a flag of its own has none: it is as its steps are.
 */
export function validityFlags(groups: readonly Group[], broken: ReadonlySet<string>): Record<string, boolean> {
  return Object.assign(
    {},
    ...groups.map((group) => ({
      ...(group.flag === undefined ? {} : { [group.flag]: isValid(group, broken) }),
      ...validityFlags(group.groups ?? [], broken),
    })),
  );
}

export function isValid(group: Group, broken: ReadonlySet<string>): boolean {
  return !fieldsOf(group).some((name) => broken.has(name));
}
