import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asArray, asObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { serveForeign } from '#server/foreign/app.ts';
import { answer, call, json, ref, type Served } from '#tests/support/foreign-contract.ts';

const text: Json = { type: 'string' };
const holding = (properties: Record<string, Json>): Json => ({ type: 'object', properties });
const query = (name: string, schema: Json = text): Json => ({ name, in: 'query', schema });
const sent = (name: string): object => ({ requestBody: { required: true, ...asObject(json(holding({ boat: ref(name) }))) } });
const one = (status: string): object => ({ responses: { [status]: answer(holding({ boat: ref('Boat') })) } });

/** Boats in envelopes, whose list filters, searches, sorts and goes on by the last one's id. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Harbour', version: '1' },
  paths: {
    '/boats': {
      get: {
        parameters: [query('limit', { type: 'integer' }), query('after'), query('kind'), query('q'), query('sort'), query('berth')],
        responses: {
          '200': answer(holding({ boats: { type: 'array', items: ref('Boat') }, has_more: { type: 'boolean' } })),
        },
      },
      post: { ...sent('BoatInput'), ...one('201') },
    },
    '/pilots': {
      get: {
        parameters: [
          query('order', { type: 'string', enum: ['-birth', 'birth', 'NAME'] }),
          query('rank', { type: 'array', items: { enum: ['sea', 'port'] } }),
        ],
        responses: { '200': answer({ type: 'array', items: ref('Pilot') }) },
      },
      post: { requestBody: json(ref('Pilot')), responses: { '201': answer(ref('Pilot')) } },
    },
    '/buoys': {
      get: { responses: { '200': answer({ type: 'array', items: ref('Buoy') }) } },
      post: {
        requestBody: json({ type: 'array', items: ref('Buoy') }),
        responses: { '201': answer({ type: 'array', items: ref('Buoy') }) },
      },
      delete: { parameters: [query('id', { type: 'array', items: { type: 'integer' } })], responses: { '204': { description: 'Gone' } } },
    },
    '/buoys/light': {
      patch: {
        requestBody: json({
          type: 'object',
          required: ['ids'],
          properties: { ids: { type: 'array', items: { type: 'integer' }, minItems: 1 }, lit: { type: 'boolean' } },
        }),
        responses: { '204': { description: 'Done' } },
      },
    },
    '/boats/{id}': {
      get: one('200'),
      put: { ...sent('BoatInput'), ...one('200') },
      delete: { responses: { '204': { description: 'Gone' } } },
    },
  },
  components: {
    schemas: {
      Buoy: holding({ id: { type: 'integer' }, name: text, lit: { type: 'boolean' } }),
      Pilot: holding({ id: text, name: text, birth_date: text, rank: text }),
      BoatInput: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', format: 'id' },
          kind: text,
          length: { type: 'number' },
          pin: { type: 'string', format: 'password' },
          berth: { type: 'string', format: 'port' },
        },
      },
      Boat: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer', readOnly: true }, name: text, kind: text, length: { type: 'number' } },
      },
    },
  },
};

let folder = '';
let served: Served;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wan-console-mock-'));
  const file = join(folder, 'harbour.json');
  writeFileSync(file, JSON.stringify(document));
  served = await serveForeign({ contract: file, dataDir: folder, apiUrl: undefined });
  for (const [name, kind, length] of [
    ['Anna', 'tug', 20],
    ['Berta', 'ferry', 90],
    ['Clara', 'tug', 9],
  ])
    await call(served, 'POST', '/backend/boats', { boat: { name, kind, length } });
});
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

const names = async (search: string): Promise<unknown[]> =>
  asArray(asObject((await call(served, 'GET', `/backend/boats${search}`)).body)['boats']).map((row) => asObject(row)['name']);

test('what is sent in an envelope is kept, answered in one, and changed in one', async () => {
  expect(await call(served, 'GET', '/backend/boats/1')).toEqual({
    status: 200,
    body: { boat: { id: 1, name: 'Anna', kind: 'tug', length: 20 } },
  });
  expect(await call(served, 'PUT', '/backend/boats/3', { boat: { name: 'Clara', kind: 'tug', length: 10 } })).toMatchObject({
    body: { boat: { id: 3, length: 10 } },
  });
  expect((await call(served, 'POST', '/backend/boats', { boat: { kind: 'tug' } })).status).toBe(422);
});

test('a list filters by a property, searches in all, and sorts by numbers and names, both ways', async () => {
  expect(await names('?kind=tug')).toEqual(['Anna', 'Clara']);
  // what no boat has is no filter
  expect(await names('?berth=9')).toHaveLength(3);
  expect(await names('?q=FER')).toEqual(['Berta']);
  expect(await names('?sort=length')).toEqual(['Clara', 'Anna', 'Berta']);
  expect(await names('?sort=-name')).toEqual(['Clara', 'Berta', 'Anna']);
  expect(await names('?sort=name:desc&kind=tug')).toEqual(['Clara', 'Anna']);
});

test('a list goes on after the last row of the page before', async () => {
  const page = async (search: string): Promise<unknown> => (await call(served, 'GET', `/backend/boats${search}`)).body;
  expect(await page('?limit=2')).toMatchObject({ has_more: true, boats: [{ id: 1 }, { id: 2 }] });
  expect(await page('?limit=2&after=2')).toMatchObject({ has_more: false, boats: [{ id: 3 }] });
});

test('what only our contract means by a format is not asked of another', async () => {
  const boat = { name: 'Dora II, of Bremen', pin: 'secret', berth: 'pier 4' };
  expect((await call(served, 'POST', '/backend/boats', { boat })).status).toBe(201);
});

test('a list is sorted as its enumeration spells it, and takes no other values than that has', async () => {
  for (const [name, birth_date] of [
    ['Otto', '1981'],
    ['Ida', '1990'],
  ])
    await call(served, 'POST', '/backend/pilots', { name, birth_date, rank: 'sea' });
  const pilots = async (search: string): Promise<unknown> => {
    const { status, body } = await call(served, 'GET', `/backend/pilots${search}`);
    return status === 200 ? asArray(body).map((row) => asObject(row)['name']) : status;
  };
  expect([await pilots('?order=-birth'), await pilots('?order=birth'), await pilots('?order=NAME')]).toEqual([
    ['Ida', 'Otto'],
    ['Otto', 'Ida'],
    ['Ida', 'Otto'],
  ]);
  expect([await pilots('?order=-birth_date'), await pilots('?rank=sea,port'), await pilots('?rank=sea,land')]).toEqual([
    422,
    ['Otto', 'Ida'],
    422,
  ]);
});

test('rows that are named by their ids are changed, and gone, together', async () => {
  for (const name of ['North', 'East', 'South']) await call(served, 'POST', '/backend/buoys', [{ name }]);
  const buoys = async (): Promise<unknown[]> => asArray((await call(served, 'GET', '/backend/buoys')).body);
  expect(await buoys()).toEqual([
    { id: 1, name: 'North' },
    { id: 2, name: 'East' },
    { id: 3, name: 'South' },
  ]);
  expect((await call(served, 'PATCH', '/backend/buoys/light', { ids: [], lit: true })).status).toBe(422);
  expect((await call(served, 'PATCH', '/backend/buoys/light', { ids: [1, 3], lit: true })).status).toBe(204);
  expect(await buoys()).toMatchObject([{ lit: true }, { name: 'East' }, { lit: true }]);
  expect((await call(served, 'DELETE', '/backend/buoys?id=1&id=2')).status).toBe(204);
  expect(await buoys()).toMatchObject([{ name: 'South' }]);
});
