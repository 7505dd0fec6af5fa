import { asNumber, asText, compact, texts } from '#domain/json.ts';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { OperationKind } from '#domain/model.ts';
import { singular, words } from '../names.ts';
import type { ContractDocument } from '../read/document.ts';
import type { RawOperation } from '../read/operations.ts';
import { normal, propertiesOf } from './answer.ts';
import { isParameter, lastSegment } from './paths.ts';

/** A call on many rows of a collection that it names by their ids. */
export type ManyCall = { kind: OperationKind; ids: IdsLocation };

const ANY = /^(?:selected|item|object|entity|resource|record|row|target)?_?(?:ids|uuids|guids|_ids|uids)$/i;
const KEY = /^(?:_?id|uuid|uid|guid|gid|mac|key|slug|serial|code|name|email)$|(?:_id|_mac|Id|Mac)$/;
const REMOVES = /^(?:delete|del|remove|destroy|purge|erase)$/i;

/**
 * What is done to rows by their ids, at the collection itself (`DELETE /things`) or by a word below it (`/things/bulk-delete`): the ids
 * stand in its body or in a query, and are called `ids`, or after the rows. `row`: what a row has.
 */
export function onMany(
  document: ContractDocument,
  operation: RawOperation,
  { path, row }: { path: string; row: readonly string[] },
): ManyCall | undefined {
  const { method, params } = operation;
  const verb = operation.path === path ? '' : operation.path.slice(path.length + 1);
  if (method === 'get' || (verb === '' && method === 'post')) return undefined;
  const nouns = nounsOf(path);
  const found = inBody(document, operation, { nouns, row }) ?? inQuery(document, operation, { nouns, row });
  if (found === undefined) return undefined;
  const isTaken = (name: string): boolean => found.ids.in === 'query' && found.ids.at === name;
  // what a list of rows cannot say is asked for by a form of its own
  if (params.some((each) => each.in === 'query' && each.required && !isTaken(each.name))) return undefined;
  const said = words(verb);
  const removes = (method === 'delete' || said.some((word) => REMOVES.test(word))) && !said.some((word) => /^from$/i.test(word));
  return { kind: removes && !found.asks ? 'bulkDelete' : 'bulkUpdate', ids: found.ids };
}

type Context = { nouns: readonly string[]; row: readonly string[] };
/** `asks`: there is more that it needs. */
type Match = { ids: IdsLocation; asks: boolean };

function inBody(document: ContractDocument, { body }: RawOperation, context: Context): Match | undefined {
  if (body === undefined || !/json/.test(body.mediaType)) return undefined;
  const schema = document.resolve(body.schema);
  const whole = listOf(document, schema);
  if (whole !== undefined) return { ids: { in: 'body', at: '', ...whole }, asks: false };
  const properties = propertiesOf(document, schema);
  const needed = texts(schema['required']);
  const lists = Object.entries(properties).flatMap(([name, property]) => {
    const list = listOf(document, property);
    return list === undefined ? [] : [{ name, list }];
  });
  // where one must be there the others are about something else
  const chosen =
    lists.find(({ name }) => needed.includes(name) && isAbout(name, context)) ?? lists.find(({ name }) => isAbout(name, context));
  if (chosen === undefined) return undefined;
  const ids = compact<IdsLocation>({ in: 'body', at: chosen.name, ...chosen.list, from: fromOf(chosen.name, context) });
  return { ids, asks: needed.some((name) => name !== chosen.name) };
}

function inQuery(document: ContractDocument, { method, body, params }: RawOperation, context: Context): Match | undefined {
  if (body?.required === true) return undefined;
  for (const { in: place, name, schema } of params) {
    if (place !== 'query') continue;
    const list = listOf(document, document.resolve(schema));
    const isText = asText(document.resolve(schema)['type']) === 'string';
    // `DELETE /things?id=1&id=2`
    const isIds = isAbout(name, context) || (method === 'delete' && list !== undefined && /^_?id$/i.test(name));
    if (!isIds || (list === undefined && !isText) || list?.each !== undefined) continue;
    const joined = list === undefined ? true : undefined;
    return { ids: compact<IdsLocation>({ in: 'query', at: name, joined, ...list, from: fromOf(name, context) }), asks: false };
  }
  return undefined;
}

/** A list of texts or numbers, or of objects that need nothing but an id. */
function listOf(document: ContractDocument, schema: unknown): Pick<IdsLocation, 'each' | 'max'> | undefined {
  const list = document.resolve(schema);
  if (list['type'] !== 'array') return undefined;
  const item = document.resolve(list['items']);
  const max = asNumber(list['maxItems']);
  if (['string', 'integer', 'number'].includes(asText(item['type']) ?? '') && item['enum'] === undefined) return compact({ max });
  const [each, ...others] = Object.keys(propertiesOf(document, item));
  return each !== undefined && others.length === 0 && KEY.test(each) ? compact({ each, max }) : undefined;
}

/** Called `ids`, after the rows (`user_ids`, `users`), or after a property of theirs that tells them apart (`macs`). */
function isAbout(name: string, { nouns, row }: Context): boolean {
  const plain = normal(name);
  return (
    ANY.test(name) ||
    nouns.some((noun) => [`${noun}ids`, `${noun}uuids`, `${noun}idlist`, `${noun}s`].includes(plain)) ||
    fromOf(name, { nouns, row }) !== undefined
  );
}

/** `macs` are those of rows that have a `mac`. */
function fromOf(name: string, { row }: Context): string | undefined {
  const one = normal(singular(name));
  return one === normal(name) || /^_?ids$/i.test(name) ? undefined : row.find((each) => KEY.test(each) && normal(each) === one);
}

/** What rows at a path are called: `api_key` and `key` of `/api_keys`. */
function nounsOf(path: string): string[] {
  const segment = path.split('/').findLast((each) => each !== '' && !isParameter(each)) ?? lastSegment(path);
  const whole = singular(segment);
  return [normal(whole), normal(words(whole).at(-1) ?? whole)];
}
