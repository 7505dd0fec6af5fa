import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/json.ts';
import type { Field, Json } from '#domain/model.ts';
import { buildField } from '../fields.ts';
import { ContractDocument } from './document.ts';
import { asUnions } from './inherited.ts';

const text: Json = { type: 'string' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const childOf = (parent: string, own: JsonObject): Json => ({ allOf: [ref(parent), { type: 'object', ...own }] });

function read(schemas: Record<string, Json>, name: string): { field: Field; fits: (value: unknown) => boolean } {
  const document: JsonObject = { components: { schemas: structuredClone(schemas) } };
  asUnions(document);
  const field = buildField({ document: new ContractDocument(document), words: new Map(), guesses: [] }, ref(name), 'it');
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile({ ...ref(name), ...document });
  return { field, fits: (value) => validate(value) };
}

const base = (discriminator: Json): Json => ({
  type: 'object',
  required: ['kind', 'name'],
  properties: { kind: text, name: text },
  discriminator,
});
const children = {
  Static: childOf('Route', { required: ['nextHop'], properties: { nextHop: text } }),
  Dynamic: childOf('Route', { properties: { protocol: text } }),
};
const mapping = { static: '#/components/schemas/Static', bgp: 'Dynamic', ospf: 'Dynamic' };

test('children that are composed of a schema are its variants, by the values of its mapping', () => {
  const { field, fits } = read({ Route: base({ propertyName: 'kind', mapping }), ...children }, 'Route');
  expect(field.kind).toBe('object');
  expect(field.fields?.map(({ name, values, when, required }) => [name, values ?? when, required === true])).toEqual([
    ['kind', ['static', 'bgp', 'ospf'], true],
    ['name', undefined, true],
    ['nextHop', { property: 'kind', in: ['static'] }, true],
    ['protocol', { property: 'kind', in: ['bgp', 'ospf'] }, false],
  ]);
  expect(fits({ kind: 'static', name: 'a', nextHop: '192.0.2.1' })).toBe(true);
  expect(fits({ kind: 'ospf', name: 'a' })).toBe(true);
  expect(fits({ kind: 'static', name: 'a' })).toBe(false);
  expect(fits({ kind: 'bgp' })).toBe(false);
});

test('without a mapping a child is told by its name, and a child alone is what it was', () => {
  const schemas = { Route: base({ propertyName: 'kind' }), ...children };
  expect(read(schemas, 'Route').field.fields?.find(({ name }) => name === 'kind')?.values).toEqual(['Static', 'Dynamic']);
  const { field, fits } = read(schemas, 'Static');
  expect(field.fields?.map(({ name }) => name)).toEqual(['nextHop', 'kind', 'name']);
  expect(fits({ kind: 'anything', name: 'a', nextHop: 'b' })).toBe(true);
});

test('children of children are variants too, what stands between only where it is mapped; a base without children stays', () => {
  const schemas = {
    Route: base({ propertyName: 'kind', mapping: { plain: 'Route' } }),
    Learned: childOf('Route', { properties: { age: text } }),
    Bgp: childOf('Learned', { properties: { asn: text } }),
  };
  const { field, fits } = read(schemas, 'Route');
  expect(field.fields?.find(({ name }) => name === 'kind')?.values).toEqual(['plain', 'Bgp']);
  expect(fits({ kind: 'Bgp', name: 'a', age: '1', asn: '2' })).toBe(true);
  expect(fits({ kind: 'Learned', name: 'a' })).toBe(false);
  expect(read({ Route: base({ propertyName: 'kind' }) }, 'Route').field.fields?.map(({ name }) => name)).toEqual(['kind', 'name']);
});
