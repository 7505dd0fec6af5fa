import { asObject, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

export const circuit: JsonObject = {
  type: 'object',
  title: 'Circuit',
  required: ['name', 'vendor'],
  additionalProperties: false,
  'x-ui': {
    groups: [
      { name: 'basic', fields: ['name', 'vendor'] },
      { name: 'line', fields: ['kind', 'bandwidth', 'contact'] },
    ],
  },
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', title: 'Name', maxLength: 40 },
    vendor: { type: 'string', title: 'Vendor', minLength: 2, maxLength: 30, description: 'Who owns the line.' },
    kind: { type: 'string', title: 'Kind', enum: ['fibre', 'copper', 'radio'] },
    bandwidth: { type: 'integer', title: 'Bandwidth', minimum: 1, maximum: 100000 },
    contact: { type: 'string', title: 'Contact', format: 'email', maxLength: 99 },
  },
};
const ref = { $ref: '#/components/schemas/Circuit' };
const json = (schema: Json): JsonObject => ({ 'application/json': { schema } });
export const ok = (schema: Json): JsonObject => ({ '200': { description: 'ok', content: json(schema) } });
const example = { name: 'A-1', vendor: 'Acme', kind: 'radio', bandwidth: 900, contact: 'noc@acme.example' };
const body: JsonObject = {
  required: true,
  content: { 'application/json': { schema: ref, examples: { default: { value: example } } } },
};
/** A small contract of somebody else's, of which one place at a time is changed. */
export const contract: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Lines', version: '1' },
  paths: {
    '/circuits': {
      get: {
        operationId: 'listCircuits',
        tags: ['net'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'offset', in: 'query', schema: { type: 'integer' } },
          { name: 'kind', in: 'query', schema: { type: 'string' } },
        ],
        responses: ok({
          type: 'object',
          properties: { total: { type: 'integer' }, results: { type: 'array', items: ref } },
        }),
      },
      post: { operationId: 'createCircuit', tags: ['net'], requestBody: body, responses: ok(ref) },
    },
    '/circuits/{circuitId}': {
      parameters: [{ name: 'circuitId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getCircuit', tags: ['net'], responses: ok(ref) },
      put: {
        operationId: 'updateCircuit',
        tags: ['net'],
        parameters: [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: body,
        responses: ok(ref),
      },
      delete: { operationId: 'deleteCircuit', tags: ['net'], responses: { '204': { description: 'gone' } } },
    },
    '/circuits/{circuitId}/test': {
      post: {
        operationId: 'testCircuit',
        tags: ['net'],
        parameters: [{ name: 'circuitId', in: 'path', required: true, schema: { type: 'string' } }],
        'x-ui': { bulk: true },
        responses: { '204': { description: 'done' } },
      },
    },
    '/circuits/audit': {
      post: {
        operationId: 'auditCircuits',
        tags: ['net'],
        requestBody: { content: json({ type: 'object', properties: { since: { type: 'string', format: 'date' } } }) },
        responses: { '204': { description: 'done' } },
      },
    },
  },
  security: [{ key: [] }],
  components: { schemas: { Circuit: circuit }, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

/** The contract with one place of it changed: `undefined` takes it away. */
export function changed(path: readonly string[], value: Json | undefined): JsonObject {
  const copy = structuredClone(contract);
  let at: JsonObject = copy;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (!isObject(next)) throw new Error(`${path.join('/')} is not there`);
    at = next;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

export const schema = ['components', 'schemas', 'Circuit'];
export const property = (name: string): string[] => [...schema, 'properties', name];
export const properties = asObject(circuit['properties']);
export const without = (...names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
export const list = ['paths', '/circuits', 'get'];
export const item = ['paths', '/circuits/{circuitId}'];
export const tested = ['paths', '/circuits/{circuitId}/test', 'post'];
