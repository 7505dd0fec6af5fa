import { same } from '#domain/json.ts';
import type { Operation, Resource } from '#domain/model.ts';
import type { BuiltResource } from '../built.ts';
import { accessWords } from './access-words.ts';
import { danglingColumns, danglingRules } from './dangling.ts';
import { operationPointer, pointerOf, say, type Found } from './change.ts';
import { fieldChanges, formsOf } from './fields.ts';

export function newResource({ name, item, operations, columns }: Resource): Found[] {
  const verbs = [...new Set(Object.values(operations).flatMap((list) => list.map(({ kind }) => kind)))];
  const words = `new page with ${verbs.join(', ') || 'nothing to call'}; columns: ${columns.join(', ') || 'none'}`;
  return [{ kind: 'VISIBLE', words, pointer: pointerOf(item, ''), names: [name] }];
}

export function goneResource({ name, item }: Resource): Found[] {
  return [{ kind: 'BREAK', words: 'the page is gone', pointer: pointerOf(item, ''), names: [name] }];
}

/** What changes on the page of a resource. `own`: somebody has said what is inferred of any other contract. */
export function changedResource(was: BuiltResource, is: BuiltResource, own: boolean): Found[] {
  const [before, after] = [was.resource, is.resource];
  const forms = formsOf(after);
  const fields = Object.entries(after.schemas).flatMap(([key, tree]) =>
    fieldChanges(before.schemas[key], tree, { key, form: forms.has(key) }),
  );
  const renamed = new Map(fields.flatMap(({ kind, names: [was = '', is = ''] }) => (kind === 'RENAME' ? [[was, is] as const] : [])));
  const at = (what: string): string => `${pointerOf(after.item, '')}/x-ui/${what}`;
  const of = (kind: Found['kind'], words: string, what: string): Found => ({ kind, words, pointer: at(what), names: [after.name] });
  const inferred = own ? 'VISIBLE' : 'GUESS';
  const found: Found[] = [
    ...listChanges('column', before.columns, after.columns, { renamed, at: at('columns') }),
    ...listChanges('filter', before.filters, after.filters, { renamed, at: at('filters') }),
    ...fields,
    ...operationChanges(operationsOf(before), operationsOf(after)),
  ];
  if (before.name !== after.name) found.push(of('RENAME', `${before.name} is called ${after.name}`, 'op'));
  if (before.id !== after.id && !renamed.has(before.id))
    found.push(of(own ? 'BREAK' : 'GUESS', `rows are identified by ${after.id} instead of ${before.id}`, 'id'));
  if (before.label !== after.label) found.push(of(inferred, `rows are named ${after.label} instead of ${before.label}`, 'label'));
  if (before.sort !== after.sort) found.push(of('VISIBLE', `the list opens sorted by ${after.sort ?? 'the newest first'}`, 'sort'));
  if (before.route !== after.route) found.push(of('BREAK', `moves from ${before.route} to ${after.route}`, 'route'));
  if (before.review !== after.review)
    found.push(of('VISIBLE', after.review ? 'changes are reviewed before they are saved' : 'changes are saved without a review', 'review'));
  if (!same(before.formPage, after.formPage))
    found.push(of('VISIBLE', after.formPage ? 'its form opens on a page of its own' : 'its form opens over the list', 'formPage'));
  for (const rule of after.rules.filter((each) => !before.rules.some((other) => same(each, other))))
    found.push(of('TIGHTEN', `rule ${rule.use} over ${rule.over.join(', ')} is checked`, 'rules'));
  for (const rule of before.rules.filter((each) => !after.rules.some((other) => same(each, other))))
    found.push(of('VISIBLE', `rule ${rule.use} over ${rule.over.join(', ')} is no longer checked`, 'rules'));
  found.push(...danglingRules(before, after), ...danglingColumns(was, is, renamed));
  if (!same(before.ruleTrace, after.ruleTrace))
    found.push(of('VISIBLE', 'what decides among its rows, or never does, is asked in another way', 'ruleTrace'));
  if (!same(before.reach, after.reach)) found.push(of('ACCESS', 'who looks after some areas reaches other rows', 'reach'));
  for (const name of ['unique', 'states', 'onDelete', 'order', 'sortable', 'owner'] as const)
    if (!same(before.data?.[name], after.data?.[name]))
      found.push(
        of(
          name === 'unique' || name === 'states' ? 'TIGHTEN' : 'VISIBLE',
          `${name} ${say(before.data?.[name])} becomes ${say(after.data?.[name])}`,
          name,
        ),
      );
  return found;
}

export function operationsOf(resource: Resource): Operation[] {
  return Object.values(resource.operations).flat();
}

type List = { renamed: ReadonlyMap<string, string>; at: string };

function listChanges(what: 'column' | 'filter', before: string[], after: string[], { renamed, at }: List): Found[] {
  const old = before.map((name) => renamed.get(name) ?? name);
  const of = (kind: Found['kind'], words: string, names: string[]): Found => ({ kind, words, pointer: at, names });
  const added = after.filter((name) => !old.includes(name)).map((name) => of('VISIBLE', `${what} ${name} appears`, [name]));
  const removed = old.filter((name) => !after.includes(name)).map((name) => of('BREAK', `${what} ${name} disappears`, [name]));
  const kept = (list: string[], other: string[]): string[] => list.filter((name) => other.includes(name));
  const isMoved = added.length + removed.length === 0 && !same(kept(old, after), kept(after, old));
  return [...added, ...removed, ...(isMoved ? [of('VISIBLE', `${what}s are in another order: ${after.join(', ')}`, [])] : [])];
}

export function operationChanges(before: Operation[], after: Operation[]): Found[] {
  const old = new Map(before.map((operation) => [operation.id, operation]));
  const now = new Set(after.map(({ id }) => id));
  const placed = new Map(before.filter(({ id }) => !now.has(id)).map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const found: Found[] = [];
  for (const operation of after) {
    const of = (kind: Found['kind'], words: string): Found => ({
      kind,
      words,
      pointer: operationPointer(operation),
      names: [operation.id],
    });
    const twin = placed.get(`${operation.method} ${operation.path}`);
    const was = old.get(operation.id) ?? twin;
    if (was === undefined) {
      found.push(of('VISIBLE', `new ${operation.kind}: ${operation.id} (${operation.method.toUpperCase()} ${operation.path})`));
      continue;
    }
    if (was === twin) {
      placed.delete(`${operation.method} ${operation.path}`);
      found.push({ ...of('RENAME', `operation ${was.id} is called ${operation.id}`), names: [was.id, operation.id] });
    } else if (was.path !== operation.path || was.method !== operation.method)
      found.push(of('BREAK', `${operation.id} moves to ${operation.method.toUpperCase()} ${operation.path}`));
    if (was.kind !== operation.kind) found.push(of('GUESS', `${operation.id} is taken as ${operation.kind} instead of ${was.kind}`));
    if (!same(asked(was), asked(operation))) found.push(of('GUESS', `pages of ${operation.id} are asked for in another way`));
    if (was.paging?.gap !== operation.paging?.gap)
      found.push(
        of('VISIBLE', `${operation.id} ${operation.paging?.gap ? 'says why there is nothing' : 'no longer says why there is nothing'}`),
      );
    if (!same(was.access, operation.access))
      found.push(of('ACCESS', `${operation.id}: ${accessWords(was.access)} becomes ${accessWords(operation.access)}`));
    if (!same(was.when, operation.when)) found.push(of('VISIBLE', `${operation.id} is offered on other rows`));
    if (was.preview !== operation.preview)
      found.push(of('VISIBLE', `${operation.id} shows its effect before: ${operation.preview ?? 'no more'}`));
    if (was.confirm !== operation.confirm)
      found.push(of('VISIBLE', `${operation.id} asks for confirmation: ${operation.confirm ?? 'none'}`));
    for (const parameter of operation.query.filter(
      ({ required, name }) => required && !was.query.find((each) => each.name === name)?.required,
    ))
      found.push(of('BREAK', `${operation.id} needs ${parameter.name}`));
  }
  for (const operation of before.filter(({ id, method, path }) => !now.has(id) && placed.has(`${method} ${path}`)))
    found.push({
      kind: 'BREAK',
      words: `${operation.kind} ${operation.id} is gone`,
      pointer: operationPointer(operation),
      names: [operation.id],
    });
  return found;
}

/** How pages are asked for, without what an answer says beside them. */
function asked({ paging }: Operation): Operation['paging'] {
  return paging && { ...paging, gap: undefined };
}
