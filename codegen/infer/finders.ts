import { asObject } from '#domain/json.ts';
import type { ContractDocument } from '../read/document.ts';
import { schemaComponent, type RawOperation } from '../read/operations.ts';
import { findRows } from './answer.ts';
import { lastSegment, method, type Node } from './paths.ts';

type Collection = { path: string; item?: string };

const finder = /^(?:find|search|list|query|filter|get_?all|all$)/i;

/** What lists a collection that has no list of its own: `/pet/findByStatus` answers what `/pet/{petId}` does. */
export function findersOf(document: ContractDocument, nodes: ReadonlyMap<string, Node>, { path, item }: Collection): string[] {
  const own = item === undefined ? undefined : componentOf(document, nodes, { path, item });
  const listed = method(nodes.get(path), 'get')?.answer;
  if (own === undefined || (listed && findRows(document, listed.schema, lastSegment(path)) !== undefined)) return [];
  return [...nodes.keys()].filter((each) => {
    const [segment = '', ...more] = each.startsWith(`${path}/`) ? each.slice(path.length + 1).split('/') : [];
    if (more.length > 0 || !finder.test(segment)) return false;
    const rows = findRows(document, method(nodes.get(each), 'get')?.answer?.schema, segment);
    return rows !== undefined && schemaComponent(document, rows.row) === own;
  });
}

/** What one of them is, by what reads it, else by what makes it. */
function componentOf(document: ContractDocument, nodes: ReadonlyMap<string, Node>, { path, item = '' }: Collection): string | undefined {
  const read = method(nodes.get(item), 'get')?.answer?.schema;
  const made = method(nodes.get(path), 'post')?.body?.schema;
  return [read, made].flatMap((schema) => (schema === undefined ? [] : (schemaComponent(document, schema) ?? [])))[0];
}

/** A PUT or PATCH on the collection that sends one of its items, whose own path changes nothing: `PUT /pet`. */
export function changesOne(
  document: ContractDocument,
  operation: RawOperation,
  nodes: ReadonlyMap<string, Node>,
  place: Collection,
): boolean {
  const { body } = operation;
  const itemNode = nodes.get(place.item ?? '');
  if (
    (operation.method !== 'put' && operation.method !== 'patch') ||
    body === undefined ||
    place.item === undefined ||
    (method(itemNode, 'put') ?? method(itemNode, 'patch'))
  )
    return false;
  const sent = schemaComponent(document, body.schema);
  return sent !== undefined && sent === componentOf(document, nodes, place);
}

/** A JSON Patch (RFC 6902) lists what to do, and is no document that a form could hold. */
export function isJsonPatch(document: ContractDocument, { body }: RawOperation): boolean {
  if (body === undefined) return false;
  const items = document.resolve(document.resolve(body.schema)['items']);
  const properties = asObject(items['properties']);
  return body.mediaType.includes('json-patch') || ('op' in properties && 'path' in properties);
}
