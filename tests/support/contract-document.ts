import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asArray, asObject, asText, isObject, isText, type JsonObject } from '#domain/json.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';
import { shaped, sure } from '#tests/support/shape.ts';

export type RawParameter = { name: string; in: string; required: boolean; schema: JsonObject; ui: JsonObject | undefined };
/** An operation as the contract writes it, without codegen's reading of it; references at the parameters and the body are followed. */
export type RawOperation = {
  id: string;
  /** Those of its path with it. */
  parameters: RawParameter[];
  /** The first media type of its body: the schema with its references, the examples by name. */
  body: { schema: JsonObject; examples: JsonObject } | undefined;
  responses: JsonObject;
  /** All that stands there. */
  node: JsonObject;
};

/** The contract as one document. */
export const bundle: JsonObject = asObject(
  JSON.parse(readFileSync(join(resolve(import.meta.dirname, '../..'), 'generated/openapi.json'), 'utf8')),
);

/** What a node says, its references followed; what stands beside them holds as well. */
export function dereference(value: unknown, document: JsonObject = bundle): JsonObject {
  return followReferences(value, (reference) => lookUpIn(document, reference));
}

/** Every path of the contract with what stands at it. */
export function pathItems(document: JsonObject = bundle): [path: string, item: JsonObject][] {
  return Object.entries(asObject(document['paths'])).map(([path, item]) => [path, asObject(item)]);
}

/** Undefined where the contract has no such call. */
export function findRaw(path: string, method: string, document: JsonObject = bundle): RawOperation | undefined {
  const item = asObject(asObject(document['paths'])[path]);
  const node = item[method];
  if (!isObject(node)) return undefined;
  const [content] = Object.values(asObject(dereference(node['requestBody'], document)['content'])).map(asObject);
  return {
    id: asText(node['operationId']) ?? '',
    parameters: [...asArray(item['parameters']), ...asArray(node['parameters'])].map((each) => parameterOf(dereference(each, document))),
    body: content && { schema: asObject(content['schema']), examples: asObject(content['examples']) },
    responses: asObject(node['responses']),
    node,
  };
}

export function rawOperation({ path, method }: { path: string; method: string }): RawOperation {
  const found = findRaw(path, method);
  if (!found) throw new Error(`The contract has no ${method} ${path}`);
  return found;
}

function parameterOf(node: JsonObject): RawParameter {
  const ui = node['x-ui'];
  return {
    name: asText(node['name']) ?? '',
    in: asText(node['in']) ?? '',
    required: node['required'] === true,
    schema: asObject(node['schema']),
    ui: isObject(ui) ? ui : undefined,
  };
}

/** The value of a named example of the body. */
export function bodyExample({ body }: RawOperation, name = 'default', document: JsonObject = bundle): unknown {
  return body && dereference(body.examples[name], document)['value'];
}

export type Access = 'public' | 'session' | { node: string; level: 'read' | 'edit'; tenant: 'none' | { in: string; name: string } };

const isPlace = shaped({ in: isText, name: isText });
const isAccess = (value: unknown): value is Access =>
  value === 'public' ||
  value === 'session' ||
  (isObject(value) &&
    isText(value['node']) &&
    (value['level'] === 'read' || value['level'] === 'edit') &&
    (value['tenant'] === 'none' || isPlace(value['tenant'])));

/** Who may call by `x-access`, without when. */
export function whoMay(said: unknown): Access {
  return sure(isObject(said) && 'for' in said ? said['for'] : said, isAccess);
}
