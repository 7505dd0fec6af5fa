import { expect, test } from 'vitest';
import { ContractDocument } from '../read/document.ts';
import { normalise } from './plain.ts';

const isOn = { properties: { on: { const: true } }, required: ['on'] };
const document = new ContractDocument({
  components: {
    schemas: {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, on: { type: 'boolean' } }, 'x-ui': { id: 'id' } },
      Lamp: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { if: isOn, then: { required: ['watts'], properties: { watts: { type: 'integer' } } } },
        ],
        properties: { on: { type: 'boolean', default: true } },
        'x-ui': { label: '{id}' },
      },
      Tree: { allOf: [{ $ref: '#/components/schemas/Tree' }], properties: { name: { type: 'string' } } },
    },
  },
});
const plain = (schema: unknown, stack: string[] = []): ReturnType<typeof normalise> => normalise(document, schema, stack);
const named = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });

test('what a schema is composed of is one, what stands above wins, and conditions stay apart', () => {
  const lamp = plain(named('Lamp'));
  expect(Object.entries(lamp.properties ?? {})).toEqual([
    ['id', { type: 'string' }],
    ['on', { type: 'boolean', default: true }],
  ]);
  expect(lamp).toMatchObject({ required: ['id'], ui: { id: 'id', label: '{id}' }, keywords: { type: 'object' } });
  expect(lamp.branches).toMatchObject([{ test: isOn, then: { required: ['watts'], properties: { watts: { type: 'integer' } } } }]);
});

test('a union with null is its other member, a union of more is a choice', () => {
  expect(plain({ oneOf: [{ type: 'null' }, named('Base')], title: 'Maybe' })).toMatchObject({
    nullable: true,
    unions: { oneOf: [], anyOf: [] },
    keywords: { type: 'object', title: 'Maybe' },
  });
  expect(plain({ anyOf: [{ type: 'string' }, { type: 'integer' }] }).unions.anyOf).toHaveLength(2);
});

test('a document that composes itself into itself comes to an end', () => {
  expect(plain({ allOf: [named('Tree')] }, ['Tree', 'Leaf']).properties).toBeUndefined();
  expect(plain({ if: isOn, then: named('Lamp') }, ['Lamp']).branch).toEqual({ test: isOn });
});

test('what is composed of itself is what it says beside that', () => {
  for (const stack of [[], ['Tree']]) expect(plain(named('Tree'), stack).properties).toEqual({ name: { type: 'string' } });
});
