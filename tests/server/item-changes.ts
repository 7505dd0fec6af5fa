import { objects } from '#tests/support/answers.ts';
import { asObject, isJson } from '#domain/json.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { getPointer, setPointer } from '#domain/pointer.ts';
import { selectRows } from '#domain/select.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Reply } from '#tests/server/harness.ts';
import { sure } from '#tests/support/shape.ts';

export type Doc = { [name: string]: Json };
/** An item as the server shows it, and the calls on it. */
export type Item = { spec: ItemSpec; id: string; path: (operations: Operation[]) => string; doc: Doc; etag: string };

/** Of each way to another value, so many are tried. */
export const AT_MOST = 6;

/** The places of a field in a document, with what stands there. */
export function placesOf(doc: Doc, path: string): { pointer: string; value: Json }[] {
  return selectRows(doc, [path]).flatMap(([cell]) => (isJson(cell?.value) ? [{ pointer: cell.pointer, value: cell.value }] : []));
}

export function bodyField({ spec }: Item): Field {
  const [update] = spec.resource.operations.update;
  const root = spec.resource.schemas[update?.body?.schema ?? ''];
  if (!root) throw new Error(`${spec.name} cannot be changed`);
  return root;
}

/** Of no type that the value at this place may have. */
export function impossible(value: Json): Json {
  if (Array.isArray(value) || typeof value === 'object') return 'neither list nor object';
  return typeof value === 'string' ? { text: value } : 'neither number nor yes or no';
}

/** The same in a value that the field would take: a change of one sign. */
export function changed(value: Json): Json[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (Array.isArray(value)) return [value.slice(0, -1), value.toReversed()];
  if (typeof value !== 'string') return [];
  const next = (digit: string): string => `${(Number(digit) + 1) % 10}`;
  return [`${value}1`, value.slice(0, -1), value.replace(/\d/, next), value.replace(/\d(?=\D*$)/, next)];
}

/** Values for what is the same in every item of the demo, or must name another item. */
export const more: Readonly<Record<string, Json[]>> = {
  'SnatRule.extPort': ['8080'],
  'SnatRule.intPort': ['8080'],
  'AddressSet.siteRules[].siteId': ['s-huaxin-030', 's-yuanhang-009'],
  'User.channelTradeId': ['ch-east', 'ch-north', 'ch-south'],
};

export type Place = { pointer: string; value: Json };

/** The document with another value at a place: one near to it, what others have there, or the whole that it is part of as others have it. */
export function* otherDocuments(item: Item, place: Place, path: string, others: readonly Item[]): Generator<Doc> {
  const isOther = (doc: Doc): boolean => JSON.stringify(getPointer(doc, place.pointer)) !== JSON.stringify(place.value);
  const near = changed(place.value).map((value) => asObject(setPointer(item.doc, place.pointer, value)));
  const known = (more[`${item.spec.name}.${path}`] ?? []).map((value) => asObject(setPointer(item.doc, place.pointer, value)));
  const values = others.flatMap(({ doc }) => placesOf(doc, path).map(({ value }) => JSON.stringify(value)));
  const alike = [...new Set(values)].map((value) => asObject(setPointer(item.doc, place.pointer, sure(JSON.parse(value), isJson))));
  const depth = /^\/[lw]an\//.test(place.pointer) ? 3 : 2;
  const whole = place.pointer.split('/').slice(0, depth).join('/');
  const wholes = others.map(({ doc }) => asObject(setPointer(item.doc, whole, getPointer(doc, whole) ?? null)));
  const twins = others.map(({ doc }) => ({ ...doc, ...identityOf(item) }));
  for (const group of [known, near, alike, wholes, twins]) yield* group.filter(isOther).slice(0, AT_MOST);
}

/** What two items of a kind may not share. */
export function identityOf({ spec, doc }: Item): Doc {
  return Object.fromEntries([spec.id, 'name'].flatMap((own) => (own in doc ? [[own, doc[own] ?? null]] : [])));
}

export function pointersOf(reply: Reply): string[] {
  return objects(reply.body['errors']).map(({ pointer }) => String(pointer));
}
