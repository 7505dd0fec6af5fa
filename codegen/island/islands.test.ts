import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asArray, asObject, isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { getPointer } from '#domain/pointer.ts';
import type { Words } from '../annotate/annotate.ts';
import { ContractDocument } from '../read/document.ts';
import { SchemaSet } from '../schema-set.ts';
import { buildField } from '../fields.ts';
import { compileIslands } from '../emit/compile-islands.ts';
import { operationWith } from '#tests/support/fixtures.ts';

const post = operationWith({ body: { mediaType: 'application/json', required: true, schema: 'Thing' } });

function islandsOf(properties: Record<string, Json>, components: Record<string, Json> = {}) {
  const schemas = new SchemaSet(new ContractDocument({ components: { schemas: components } }), [], 'Thing');
  schemas.add({ type: 'object', properties }, 'Thing');
  return { islands: schemas.islands([post]), words: schemas.words, root: schemas.fields['Thing'] };
}

/** Keys of the fields that are drawn from their schema. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isObject(value)) return [];
  return [...(typeof value['island'] === 'string' ? [value['island']] : []), ...Object.values(value).flatMap(keysIn)];
}

describe('what a tree of fields cannot say exactly is an island', () => {
  test.each<[string, Json]>([
    ['a choice of shapes', { anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'string' }] }],
    [
      'a choice without a constant',
      {
        oneOf: [
          { type: 'object', properties: { a: {} } },
          { type: 'object', properties: { b: {} } },
        ],
      },
    ],
    ['two choices at once', { oneOf: [{ const: 'a' }, { const: 'b' }], anyOf: [{ minLength: 1 }, { maxLength: 4 }] }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }],
    ['several types', { type: ['string', 'integer'] }],
    ['values of several types', { anyOf: [{ type: 'string' }, { enum: [1] }] }],
    ['names of the operator’s own', { type: 'object', additionalProperties: { type: 'string' } }],
    ['such names beside others', { type: 'object', properties: { a: {} }, patternProperties: { '^x': { type: 'string' } } }],
    [
      'a condition that does not reduce',
      { type: 'object', properties: { a: {} }, if: { properties: { a: { pattern: '^x' } } }, then: { properties: { b: {} } } },
    ],
    ['what depends on a property', { type: 'object', properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } }],
    [
      'an intersection of choices',
      {
        allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { oneOf: [{ required: ['c'] }, { required: ['d'] }] }],
        properties: { a: {} },
      },
    ],
    ['an intersection of values', { allOf: [{ properties: { a: { enum: [1, 2] } } }, { properties: { a: { enum: [2, 3] } } }] }],
    ['a shape beside a reference', { $ref: '#/components/schemas/Base', properties: { a: { type: 'object', properties: { own: {} } } } }],
  ])('%s', (_, schema) => {
    const base = { type: 'object', properties: { a: { type: 'object', properties: { inherited: {} } } } };
    expect(keysIn(islandsOf({ value: schema }, { Base: base }).root)).toEqual(['Thing.value']);
  });

  test.each<[string, Json]>([
    [
      'a choice that constants tell apart',
      {
        oneOf: [
          { type: 'object', properties: { k: { const: 'a' } } },
          { type: 'object', properties: { k: { const: 'b' }, b: {} } },
        ],
      },
    ],
    [
      'constants with titles',
      {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
    ],
    ['a value or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'two formats of text',
      {
        anyOf: [
          { type: 'string', format: 'ipv4' },
          { type: 'string', format: 'ipv6' },
        ],
      },
    ],
    ['any JSON', {}],
    ['an open object', { type: 'object', properties: { a: {} }, additionalProperties: true }],
    [
      'a composition that says more',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'string', maxLength: 4 } } }] },
    ],
    ['what has a control of its own', { anyOf: [{ type: 'object' }, { type: 'string' }], 'x-ui': { widget: 'json' } }],
    ['what nobody enters', { type: 'array', prefixItems: [{ type: 'string' }], readOnly: true }],
  ])('not %s', (_, schema) => {
    expect(keysIn(islandsOf({ value: schema }).root)).toEqual([]);
  });

  test('a shape within itself begins one where it comes back, not before', () => {
    const node = { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } } };
    const { root } = islandsOf({ first: { $ref: '#/components/schemas/Node' } }, { Node: node });
    expect(keysIn(root)).toEqual(['Thing.first.next']);
  });

  test('where nobody fills in a form there is none: the report says what is lost', () => {
    const guesses: string[] = [];
    const field = buildField(
      { document: new ContractDocument({}), words: new Map<string, Words>(), guesses },
      { type: 'array', prefixItems: [{}] },
      'listX tuple',
    );
    expect(field.island).toBeUndefined();
    expect(guesses).toEqual(['listX tuple at /: tuple is edited as JSON']);
  });
});

test('each alternative and condition has a mark, and a validator by it that needs no compiler', async () => {
  const rule: Json = {
    type: 'object',
    properties: { to: { anyOf: [{ type: 'string', format: 'ipv4' }, { type: 'integer' }] }, then: { $ref: '#/components/schemas/Rule' } },
    if: { properties: { to: { type: 'integer' } }, required: ['to'] },
    then: { properties: { count: { type: 'integer' } } },
  };
  const { islands } = islandsOf({ rule: { $ref: '#/components/schemas/Rule' } }, { Rule: rule });
  if (!islands) throw new Error('there is none');
  const code = compileIslands(islands, '.').replaceAll(/import\s*\{[^}]*\}\s*from\s*"[^"]*";?/g, '');
  expect(code).not.toMatch(/\beval\(|new Function/);
  for (const [mark, pointer] of Object.entries(islands.marks)) {
    expect(asObject(getPointer(islands.definitions, pointer))['x-mark'], pointer).toBe(mark);
    expect(code).toContain(`${mark}:`);
  }
  // the two addresses and the condition, at each of the two places where the rule stands in the document
  expect(Object.keys(islands.marks).length).toBeGreaterThanOrEqual(3);
});

test('titles are keys of the labels, so that both languages have the words', () => {
  const { islands, words } = islandsOf({
    pair: { type: 'array', title: 'A pair', prefixItems: [{ type: 'string', title: 'From' }, { type: 'integer' }] },
  });
  const pair = asObject(asObject(islands?.definitions)['Thing.pair']);
  expect(pair['title']).toBe('pair');
  expect(words.get('pair')?.title).toBe('A pair');
  const [from, port] = asArray(pair['items']).map(asObject);
  expect(words.get(String(from?.['title']))?.title).toBe('From');
  expect(port?.['title']).toBe('#item:2');
});

test('of our own contract no page carries one: the library stays on the server', () => {
  const model = join(import.meta.dirname, '../../generated/model');
  const files = readdirSync(model).filter((name) => name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(80);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(model, file), 'utf8'));
  expect(files.flatMap((file) => keysIn(read(file)))).toEqual([]);
  const forms = readdirSync(join(model, 'forms')).filter((name) => name.endsWith('.json') && keysIn(read(`forms/${name}`)).length > 0);
  // two calls that take names of any kind: reached by those who open them, and by no page
  expect(forms).toEqual(['exportRows.json', 'runBulk.json']);
  for (const name of forms) expect(existsSync(join(model, 'forms', name.replace('.json', '.islands.js')))).toBe(true);
});
