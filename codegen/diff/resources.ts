import { same } from '#domain/json.ts';
import type { Data, Operation, Resource } from '#domain/model.ts';
import type { BuiltResource } from '../built.ts';
import { danglingColumns, danglingRules } from './dangling.ts';
import { pointerOf, say, type Difference } from './change.ts';
import { fieldChanges, formsOf } from './fields.ts';
import { operationChanges } from './operations.ts';

export function newResource({ name, item, operations, columns }: Resource): Difference[] {
  const verbs = [...new Set(Object.values(operations).flatMap((list) => list.map(({ kind }) => kind)))];
  const words = `new page with ${verbs.join(', ') || 'nothing to call'}; columns: ${columns.join(', ') || 'none'}`;
  return [{ kind: 'VISIBLE', words, pointer: pointerOf(item, ''), names: [name] }];
}

export function goneResource({ name, item }: Resource): Difference[] {
  return [{ kind: 'BREAK', words: 'the page is gone', pointer: pointerOf(item, ''), names: [name] }];
}

/** What changes on the page of a resource. `own`: somebody has said what is inferred of any other contract. */
export function changedResource(was: BuiltResource, is: BuiltResource, own: boolean): Difference[] {
  const [before, after] = [was.resource, is.resource];
  const forms = formsOf(after);
  const fields = Object.entries(after.schemas).flatMap(([key, tree]) =>
    fieldChanges(before.schemas[key], tree, { key, form: forms.has(key) }),
  );
  const renamed = new Map(fields.flatMap(({ kind, names: [was = '', is = ''] }) => (kind === 'RENAME' ? [[was, is] as const] : [])));
  const at = (what: string): string => `${pointerOf(after.item, '')}/x-ui/${what}`;
  const of = (kind: Difference['kind'], words: string, what: string): Difference => ({
    kind,
    words,
    pointer: at(what),
    names: [after.name],
  });
  const inferred = own ? 'VISIBLE' : 'GUESS';
  const found: Difference[] = [
    ...listChanges('column', before.columns, after.columns, { renamed, at: at('columns') }),
    ...listChanges('filter', before.filters, after.filters, { renamed, at: at('filters') }),
    ...fields,
    ...operationChanges(operationsOf(before), operationsOf(after)),
  ];
  if (before.name !== after.name) found.push(of('RENAME', `${before.name} is called ${after.name}`, 'op'));
  if (before.id !== after.id && !renamed.has(before.id))
    found.push(of(own ? 'BREAK' : 'GUESS', `rows are identified by ${after.id} instead of ${before.id}`, 'id'));
  if (!same(before.key, after.key))
    found.push(
      of(
        'GUESS',
        `rows are told apart by ${(after.key ?? [after.id]).join(', ')} instead of ${(before.key ?? [before.id]).join(', ')}`,
        'id',
      ),
    );
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
  for (const name of ['revision', 'measured', 'settings', 'tag'] as const)
    if (before[name] !== after[name]) found.push(of('VISIBLE', `${name} ${say(before[name])} becomes ${say(after[name])}`, name));
  const parts = new Set([...Object.keys(before.data ?? {}), ...Object.keys(after.data ?? {})]) as Set<keyof Data>;
  for (const name of parts)
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

function listChanges(what: 'column' | 'filter', before: string[], after: string[], { renamed, at }: List): Difference[] {
  const old = before.map((name) => renamed.get(name) ?? name);
  const of = (kind: Difference['kind'], words: string, names: string[]): Difference => ({ kind, words, pointer: at, names });
  const added = after.filter((name) => !old.includes(name)).map((name) => of('VISIBLE', `${what} ${name} appears`, [name]));
  const removed = old.filter((name) => !after.includes(name)).map((name) => of('BREAK', `${what} ${name} disappears`, [name]));
  const kept = (list: string[], other: string[]): string[] => list.filter((name) => other.includes(name));
  const isMoved = added.length + removed.length === 0 && !same(kept(old, after), kept(after, old));
  return [...added, ...removed, ...(isMoved ? [of('VISIBLE', `${what}s are in another order: ${after.join(', ')}`, [])] : [])];
}
