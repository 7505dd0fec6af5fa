import type { Field, Operation, Resource } from '#domain/model.ts';
import { allFields } from './check.ts';
import { same } from '#domain/json.ts';

/** What a change of the contract does on screen, in sentences a reviewer reads. Empty if nothing changes. */
export function describeChanges(before: Map<string, Resource>, after: Map<string, Resource>): string[] {
  const lines: string[] = [];
  for (const [name, resource] of after) {
    const old = before.get(name);
    const changes = old === undefined ? newPage(resource) : changedPage(old, resource);
    if (changes.length > 0) lines.push(`## ${name} (${resource.route})`, ...changes.map((change) => `- ${change}`), '');
  }
  for (const [name, resource] of before) if (!after.has(name)) lines.push(`## ${name} (${resource.route})`, '- the page is gone', '');
  return lines;
}

function newPage(resource: Resource): string[] {
  const verbs = operationsOf(resource).map((operation) => operation.kind);
  return [`new page with ${[...new Set(verbs)].join(', ')}`, `columns: ${resource.columns.join(', ')}`];
}

function changedPage(before: Resource, after: Resource): string[] {
  return [
    ...listChange('column', before.columns, after.columns),
    ...listChange('filter', before.filters, after.filters),
    ...((before.sort ?? '') === (after.sort ?? '') ? [] : [`the list opens sorted by ${after.sort ?? 'the newest first'}`]),
    ...(before.label === after.label ? [] : [`rows are named ${after.label} instead of ${before.label}`]),
    ...(before.route === after.route ? [] : [`moves from ${before.route} to ${after.route}`]),
    ...operationChanges(operationsOf(before), operationsOf(after)),
    ...fieldChanges(before, after),
    ...(before.review === after.review
      ? []
      : [after.review ? 'changes are reviewed before they are saved' : 'changes are saved without a review']),
    ...(same(before.formPage, after.formPage)
      ? []
      : [after.formPage ? 'its form opens on a page of its own' : 'its form opens over the list']),
    ...(same(before.rules, after.rules) ? [] : ['cross-field rules change']),
    ...(same(before.ruleTrace, after.ruleTrace) ? [] : ['what decides among its rows, or never does, is asked in another way']),
    ...(same(before.reach, after.reach) ? [] : ['who looks after some areas reaches other rows']),
    ...(same(before.data, after.data) ? [] : ['uniqueness, order, states or deletion of stored rows change']),
  ];
}

function operationsOf(resource: Resource): Operation[] {
  return Object.values(resource.operations).flat();
}

function listChange(what: string, before: string[], after: string[]): string[] {
  const added = after.filter((name) => !before.includes(name)).map((name) => `${what} ${name} appears`);
  const removed = before.filter((name) => !after.includes(name)).map((name) => `${what} ${name} disappears`);
  const kept = (list: string[], other: string[]): string[] => list.filter((name) => other.includes(name));
  const moved =
    added.length + removed.length === 0 && !same(kept(before, after), kept(after, before))
      ? [`${what}s are in another order: ${after.join(', ')}`]
      : [];
  return [...added, ...removed, ...moved];
}

function operationChanges(before: Operation[], after: Operation[]): string[] {
  const old = new Map(before.map((operation) => [operation.id, operation]));
  const now = new Set(after.map((operation) => operation.id));
  const lines = after.flatMap((operation) => {
    const was = old.get(operation.id);
    if (was === undefined) return [`new ${operation.kind}: ${operation.id} (${operation.method.toUpperCase()} ${operation.path})`];
    return [
      ...(was.path === operation.path && was.method === operation.method
        ? []
        : [`${operation.id} moves to ${operation.method.toUpperCase()} ${operation.path}`]),
      ...(same(was.access, operation.access)
        ? []
        : [`${operation.id} is open to others: ${JSON.stringify(was.access)} becomes ${JSON.stringify(operation.access)}`]),
      ...(same(was.when, operation.when) ? [] : [`${operation.id} is offered on other rows`]),
      ...(was.preview === operation.preview ? [] : [`${operation.id} shows its effect before: ${operation.preview ?? 'no more'}`]),
      ...(was.confirm === operation.confirm ? [] : [`${operation.id} asks for confirmation: ${operation.confirm ?? 'none'}`]),
    ];
  });
  return [
    ...lines,
    ...before.filter((operation) => !now.has(operation.id)).map((operation) => `${operation.kind} ${operation.id} is gone`),
  ];
}

function fieldChanges(before: Resource, after: Resource): string[] {
  const lines: string[] = [];
  for (const [key, tree] of Object.entries(after.schemas)) {
    const old = new Map((before.schemas[key] === undefined ? [] : allFields(before.schemas[key])).map((field) => [identity(field), field]));
    const place = key === after.item ? '' : ` (${key})`;
    for (const field of allFields(tree)) {
      if (field.path === '') continue;
      const was = old.get(identity(field));
      old.delete(identity(field));
      if (was === undefined) lines.push(`field ${field.path}${place} appears: ${describe(field)}`);
      else lines.push(...attributeChanges(was, field).map((change) => `field ${field.path}${place}: ${change}`));
    }
    for (const field of old.values()) if (field.path !== '') lines.push(`field ${field.path}${place} disappears`);
  }
  return lines;
}

/** Two fields of one path differ by the condition under which they are shown. */
function identity(field: Field): string {
  return `${field.path} ${field.when === undefined ? '' : JSON.stringify(field.when)}`;
}

function describe(field: Field): string {
  return [
    field.format ?? field.kind,
    ...(field.required === true ? ['required'] : []),
    ...(field.when === undefined ? [] : ['conditional']),
  ].join(', ');
}

const attributes = [
  'kind',
  'format',
  'widget',
  'values',
  'limits',
  'unit',
  'empty',
  'required',
  'requiredWhen',
  'readOnly',
  'writeOnly',
  'nullable',
  'default',
  'hide',
  'modes',
  'node',
  'kinds',
  'own',
  'ref',
  'tone',
] as const;

function attributeChanges(before: Field, after: Field): string[] {
  return attributes
    .filter((name) => !same(before[name], after[name]))
    .map((name) => `${name} ${say(before[name])} becomes ${say(after[name])}`);
}

function say(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
