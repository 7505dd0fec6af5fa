import { listed } from '#api/language.ts';
import type { Args } from '#api/operation.ts';
import { initialDocument } from '#domain/document.ts';
import { isObject } from '#domain/json.ts';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { Field, Json, Operation, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import type { Step } from './run.ts';

type RowContext = Pick<WholeScope, 'resource' | 'key' | 'nameOf' | 'path'>;

/** Names in one line of a report. */
const NAMED = 3;

/** One call for all rows, or as few as it takes: with their ids, and what else its body is to hold. */
export function idSteps(scope: RowContext, op: Operation, rows: readonly Row[], rest?: Json): Step[] {
  const { ids } = op;
  if (!ids) return [];
  return partsOf(rows, ids.max ?? rows.length).map((part) => {
    const called = part.map((row) => ({ id: scope.key(row).id, name: scope.nameOf(row) }));
    const more = called.length - NAMED;
    return {
      op,
      args: { path: scope.path(op), ...sent(op, keysOf(scope.resource, op, part), rest ?? begun(scope.resource, op)) },
      name: listed([...called.slice(0, NAMED).map(({ name }) => name), ...(more > 0 ? [`+${more}`] : [])]),
      rows: called,
    };
  });
}

/** The call that deletes several at once, where one by one they could be deleted too. */
export function deletesMany({ bulk, can }: Pick<WholeScope, 'bulk' | 'can'>): Operation | undefined {
  return bulk.find((op) => op.kind === 'bulkDelete' && op.ids !== undefined && !op.bulk && can(op));
}

/** What a form begins with that asks for the rest of the body. */
export function begunBody({ resource }: Pick<WholeScope, 'resource'>, op: Operation, rows: readonly Row[]): Json | undefined {
  return sent(op, keysOf(resource, op, rows.slice(0, op.ids?.max)), begun(resource, op)).body;
}

function begun({ schemas }: Resource, { body }: Operation): Json | undefined {
  const root = schemas[body?.schema ?? ''];
  return root && initialDocument({ ...root, required: true });
}

/** The schemas of a form that leaves out the ids, which the rows say. */
export function schemasWithout({ schemas }: Resource, { body, ids }: Operation): Resource['schemas'] {
  const root = schemas[body?.schema ?? ''];
  if (!body || !root?.fields || ids?.in !== 'body') return schemas;
  return { ...schemas, [body.schema]: { ...root, fields: root.fields.map((field) => (field.name === ids.at ? hidden(field) : field)) } };
}

/** Whether it needs nothing but the ids, or nothing that a form could ask. */
export function asksNothing({ schemas }: Resource, { body, ids }: Operation): boolean {
  if (body === undefined || ids?.at === '') return true;
  const fields = schemas[body.schema]?.fields ?? [];
  return fields.every((field) => field.readOnly || field.const !== undefined || (ids?.in === 'body' && field.name === ids.at));
}

/** The rows of a step, whether it is about one or several. */
export function rowsOf({ id, name, rows }: Step): { id: string; name: string }[] {
  return rows ?? (id === undefined ? [] : [{ id, name }]);
}

function hidden(field: Field): Field {
  return { ...field, hide: [...(field.hide ?? []), 'form'] };
}

/** As the contract types them. */
function keysOf({ id, schemas }: Resource, { ids, body, query }: Operation, rows: readonly Row[]): Json[] {
  const typed = ids?.in === 'query' ? query.find(({ name }) => name === ids.at) : fieldOf(schemas[body?.schema ?? ''], ids);
  const kind = typed?.items?.kind ?? typed?.kind;
  return rows.flatMap((row): Json[] => {
    const key = getPath(row, ids?.from ?? id);
    if (key === undefined || key === null) return [];
    return [kind === 'integer' || kind === 'number' ? Number(key) : kind === 'text' ? String(key) : key];
  });
}

function fieldOf(root: Field | undefined, ids: IdsLocation | undefined): Field | undefined {
  const list = ids?.at === '' ? root : root?.fields?.find(({ name }) => name === ids?.at);
  return ids?.each === undefined ? list : (list?.items ?? list)?.fields?.find(({ name }) => name === ids.each);
}

function sent({ ids, body }: Operation, keys: Json[], rest?: Json): { body?: Json; query?: Args['query'] } {
  if (!ids) return {};
  if (ids.in === 'query')
    return { query: { [ids.at]: ids.joined ? keys.join(',') : keys }, ...(body && rest !== undefined ? { body: rest } : {}) };
  const { each } = ids;
  const list = each === undefined ? keys : keys.map((key) => ({ [each]: key }));
  return { body: ids.at === '' ? list : { ...(isObject(rest) ? rest : {}), [ids.at]: list } };
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < all.length; start += Math.max(size, 1)) parts.push(all.slice(start, start + Math.max(size, 1)));
  return parts;
}
