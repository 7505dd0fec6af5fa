import type { Json, Method } from '#domain/model.ts';
import type { ContractDocument } from './document.ts';
import { componentName } from '#domain/reference.ts';
import { asArray, asObject, asText, isObject, texts, type JsonObject } from '#domain/json.ts';
import { camelCase } from '../names.ts';
import { Memory, Remembered } from '../remembered.ts';
import { operationNotes, parameterNotes, type OperationNotes, type ParameterNotes } from './notes.ts';

export type RawParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonObject;
  description?: string;
  /** What stands beside the schema: `example`, or the first of `examples`. */
  example?: Json;
  notes: ParameterNotes;
};

/** One operation with every reference to parameters, bodies and answers followed; schemas stay as written. */
export type RawOperation = {
  id: string;
  method: Method;
  /** Without a slash at its end: what stands below what. */
  path: string;
  /** Byte for byte: a slash at its end belongs to it. */
  wire: string;
  segments: string[];
  summary: string;
  description?: string;
  tag: string;
  deprecated: boolean;
  /** The ways to say who calls, as they are written. */
  security: string;
  /** It asks for credentials of some kind. */
  secured: boolean;
  notes: OperationNotes;
  params: RawParameter[];
  body?: { mediaType: string; required: boolean; schema: JsonObject };
  success: number;
  answer?: { mediaType: string; schema: JsonObject };
  responseHeaders: string[];
};

export const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

const remembered = new Remembered<RawOperation>();

/** Every call of the document in path order. */
export function readOperations(document: ContractDocument, base: string, memory = new Memory()): RawOperation[] {
  const found: RawOperation[] = [];
  const ids = new Set<string>();
  for (const [path, value] of Object.entries(asObject(document.root['paths']))) {
    if (!path.startsWith('/')) continue;
    const item = document.resolve(value);
    for (const method of methods) {
      const raw = item[method];
      if (!isObject(raw)) continue;
      const address = base + path;
      const read = (): RawOperation => readOperation(document, address, method, raw, asArray(item['parameters']));
      const operation = remembered.of(
        memory,
        `${method} ${address}`,
        [raw, item['parameters'], document.root['security']],
        read,
        document.lookups,
      );
      const id = uniqueId(operation.id, ids);
      found.push(id === operation.id ? operation : { ...operation, id });
    }
  }
  return found;
}

function uniqueId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}${count}`;
  taken.add(id);
  return id;
}

function readOperation(document: ContractDocument, wire: string, method: Method, raw: JsonObject, shared: unknown[]): RawOperation {
  const path = wire.replace(/(.)\/+$/, '$1');
  const segments = path.split('/').filter((part) => part !== '');
  const response = successResponse(document, asObject(raw['responses']));
  return {
    id:
      asText(raw['operationId'])?.replace(/[^A-Za-z0-9_]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '') ||
      inferredId(method, segments),
    method,
    path,
    wire,
    segments,
    summary: asText(raw['summary']) ?? '',
    description: asText(raw['description']),
    tag: texts(raw['tags'])[0] ?? segments.find((part) => !/^(api|v\d+|\{.*\})$/.test(part)) ?? 'api',
    deprecated: raw['deprecated'] === true,
    security: JSON.stringify(raw['security'] ?? document.root['security'] ?? []),
    secured: isSecured(raw['security'] ?? document.root['security']),
    notes: operationNotes(raw),
    params: readParameters(document, segments, [...shared, ...asArray(raw['parameters'])]),
    body: readBody(document, raw['requestBody']),
    success: response.status,
    answer: response.content,
    responseHeaders: response.headers,
  };
}

/** An empty alternative lets everybody in. */
function isSecured(security: unknown): boolean {
  const ways = asArray(security).map(asObject);
  return ways.length > 0 && ways.every((way) => Object.keys(way).length > 0);
}

function inferredId(method: Method, segments: string[]): string {
  const parts = segments.map((part) => (part.startsWith('{') ? `by ${part}` : part));
  return camelCase(`${method} ${parts.join(' ')}`);
}

function readParameters(document: ContractDocument, segments: string[], raw: unknown[]): RawParameter[] {
  const byKey = new Map<string, RawParameter>();
  for (const entry of raw) {
    const parameter = document.resolve(entry);
    const place = asText(parameter['in']);
    const name = asText(parameter['name']);
    if (name === undefined || (place !== 'path' && place !== 'query' && place !== 'header')) continue;
    const schema = isObject(parameter['schema'])
      ? parameter['schema']
      : asObject(asObject(Object.values(asObject(parameter['content']))[0])['schema']);
    byKey.set(`${place} ${name}`, {
      name,
      in: place,
      required: place === 'path' || parameter['required'] === true,
      schema,
      description: asText(parameter['description']),
      example: parameter['example'] ?? asObject(Object.values(asObject(parameter['examples']))[0])['value'],
      notes: parameterNotes(parameter),
    });
  }
  for (const name of segments.flatMap(parameterNames)) {
    const key = `path ${name}`;
    if (!byKey.has(key)) byKey.set(key, { name, in: 'path', required: true, schema: { type: 'string' }, notes: {} });
  }
  return [...byKey.values()];
}

export function parameterNames(segment: string): string[] {
  return [...segment.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!);
}

function readBody(document: ContractDocument, raw: unknown): RawOperation['body'] {
  const body = document.resolve(raw);
  const content = pickContent(asObject(body['content']));
  return content === undefined ? undefined : { ...content, required: body['required'] === true };
}

function pickContent(content: JsonObject): { mediaType: string; schema: JsonObject } | undefined {
  const types = Object.keys(content);
  const mediaType =
    types.find((type) => type.startsWith('application/json')) ??
    types.find((type) => /\+json|merge-patch|^\*\/\*/.test(type)) ??
    types.find((type) => /form/.test(type)) ??
    types[0];
  if (mediaType === undefined) return undefined;
  return { mediaType, schema: asObject(asObject(content[mediaType])['schema']) };
}

function successResponse(
  document: ContractDocument,
  responses: JsonObject,
): { status: number; content?: RawOperation['answer']; headers: string[] } {
  const codes = Object.keys(responses)
    .filter((code) => /^2(\d\d|XX)$/i.test(code))
    .toSorted();
  const code = codes[0] ?? ('default' in responses ? 'default' : undefined);
  if (code === undefined) return { status: 200, headers: [] };
  const response = document.resolve(responses[code]);
  const status = /^\d+$/.test(code) ? Number(code) : 200;
  // A `default` beside nothing else is an answer only where it is not a problem document.
  const content = asObject(response['content']);
  const isProblem = code === 'default' && 'application/problem+json' in content;
  return { status, content: isProblem ? undefined : pickContent(content), headers: Object.keys(asObject(response['headers'])) };
}

export function schemaComponent(document: ContractDocument, schema: unknown): string | undefined {
  const direct = componentName(schema);
  if (direct !== undefined) {
    // An alias component (`PeerList: {$ref: …}`) is named by what it stands for.
    const target = document.schema(direct);
    return componentName(target) ?? direct;
  }
  const all = asArray(asObject(schema)['allOf']).filter((part) => componentName(part) !== undefined);
  return all.length === 1 ? componentName(all[0]) : undefined;
}
