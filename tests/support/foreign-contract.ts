import type { IncomingHttpHeaders } from 'node:http';
import type { InjectOptions } from 'fastify';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import type { serveForeign } from '#server/foreign/app.ts';

export type Served = Awaited<ReturnType<typeof serveForeign>>;
type Reply = { status: number; body: unknown };

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
export const answer = (schema: Json): Json => ({ description: 'It', content: { 'application/json': { schema } } });

/** Things with a list in an envelope, settings, an action, and every scheme that can log in. */
export const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Tide gauges', version: '7' },
  servers: [{ url: 'https://tides.example/v2' }],
  security: [{ key: [] }, { bearer: [] }, { basic: [] }, { query: [] }, { cookie: [] }, { client: ['read'] }],
  paths: {
    '/gauges/': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'offset', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          '200': answer({
            type: 'object',
            required: ['data', 'total'],
            properties: { data: { type: 'array', items: ref('Gauge') }, total: { type: 'integer' } },
          }),
        },
      },
      post: { requestBody: { required: true, ...asObject(json(ref('GaugeInput'))) }, responses: { '201': answer(ref('Gauge')) } },
    },
    '/gauges/{id}/': {
      get: { responses: { '200': answer(ref('Gauge')) } },
      patch: { requestBody: json(ref('GaugeInput')), responses: { '200': answer(ref('Gauge')) } },
      delete: { responses: { '204': { description: 'Gone' } } },
    },
    '/gauges/{id}/reset': { post: { responses: { '200': answer({ type: 'object', properties: { done: { type: 'boolean' } } }) } } },
    '/station': {
      get: { responses: { '200': answer(ref('Station')) } },
      put: { requestBody: json(ref('Station')), responses: { '200': answer(ref('Station')) } },
    },
    '/get/setting/ntp': { get: { responses: { '200': answer(ref('Clock')) } } },
    '/set/setting/ntp': { put: { requestBody: json(ref('Clock')), responses: { '200': answer(ref('Clock')) } } },
    '/open': { get: { security: [], responses: { '200': answer({ type: 'object', properties: { up: { type: 'boolean' } } }) } } },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Tide-Key' },
      query: { type: 'apiKey', in: 'query', name: 'tide_key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'tide' },
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: { read: 'Read' } } } },
    },
    schemas: {
      GaugeInput: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 9 }, depth: { type: 'number' } } },
      Gauge: {
        type: 'object',
        required: ['id', 'name', 'createdAt'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          depth: { type: 'number' },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      Clock: { type: 'object', required: ['server'], properties: { server: { type: 'string', example: 'ntp.example' } } },
      Station: { type: 'object', required: ['zone'], properties: { zone: { type: 'string', example: 'UTC' } } },
    },
  },
};

export async function call(
  { app }: Served,
  method: InjectOptions['method'],
  url: string,
  payload?: object,
  headers: IncomingHttpHeaders = { 'x-tide-key': 'k' },
): Promise<Reply> {
  const { statusCode, body } = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: statusCode, body: body === '' ? undefined : JSON.parse(body) };
}
