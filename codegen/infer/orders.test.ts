import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { asObject } from '#domain/json.ts';
import { ContractDocument } from '../read/document.ts';
import { findSorts } from './orders.ts';

const document = new ContractDocument({ components: { schemas: { By: { enum: ['name', '-name'] } } } });
const text: Json = { type: 'string' };
const row = asObject({
  id: text,
  name: text,
  created_at: text,
  duration_ms: { type: 'integer' },
  lastSeen: text,
  desc: text,
  owner: { type: 'object', properties: { name: text, email: text } },
});

const sortsOf = (schema: Json, description?: string, apart = false) =>
  findSorts(document, { name: 'sort', in: 'query', required: false, schema: asObject(schema), notes: {}, description }, row, apart);
const oneOf = (...values: string[]): Json => ({ type: 'string', enum: values });

test.each<[string, Json, ReturnType<typeof sortsOf>]>([
  ['a minus turns it', oneOf('created_at', '-created_at'), { created_at: { ascending: 'created_at', descending: '-created_at' } }],
  ['a plus does not', oneOf('+name', '-name'), { name: { ascending: '+name', descending: '-name' } }],
  [
    'a word after it',
    oneOf('createdAt asc', 'createdAt desc'),
    { created_at: { ascending: 'createdAt asc', descending: 'createdAt desc' } },
  ],
  ['capitals', oneOf('NAME_ASC', 'NAME_DESC'), { name: { ascending: 'NAME_ASC', descending: 'NAME_DESC' } }],
  [
    'a word that begins with a capital',
    oneOf('lastSeenAsc', 'lastSeenDesc'),
    { lastSeen: { ascending: 'lastSeenAsc', descending: 'lastSeenDesc' } },
  ],
  [
    'a word before it',
    oneOf('desc(name)', 'desc:last_seen'),
    { name: { descending: 'desc(name)' }, lastSeen: { descending: 'desc:last_seen' } },
  ],
  ['one way alone', oneOf('name', 'duration'), { name: { ascending: 'name' }, duration_ms: { ascending: 'duration' } }],
  ['a property that is called like a way', oneOf('desc', '-desc'), { desc: { ascending: 'desc', descending: '-desc' } }],
  [
    'a property of an object',
    oneOf('owner.name', 'owner_email'),
    { 'owner.name': { ascending: 'owner.name' }, 'owner.email': { ascending: 'owner_email' } },
  ],
  ['what no row has', oneOf('relevance', 'created'), { created_at: { ascending: 'created' } }],
  ['several at once', { type: 'array', items: oneOf('name', '-name') }, { name: { ascending: 'name', descending: '-name' } }],
  [
    'an enumeration or nothing',
    { anyOf: [{ $ref: '#/components/schemas/By' }, { type: 'null' }] },
    { name: { ascending: 'name', descending: '-name' } },
  ],
])('orders of an enumeration: %s', (_what, schema, sorts) => {
  expect(sortsOf(schema)).toEqual(sorts);
});

test('where another parameter says which way, one word stands for both', () => {
  expect(sortsOf(oneOf('name', 'duration'), undefined, true)).toEqual({
    name: { ascending: 'name', descending: 'name' },
    duration_ms: { ascending: 'duration', descending: 'duration' },
  });
});

test('orders that are counted up in words are these', () => {
  const both = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { ascending: name, descending: `-${name}` }]));
  const prefix = 'By prepending one of those values with + or -, we can choose to sort in ascending or descending order.';
  expect(sortsOf(text, `You can order them either by their \`created_at\` or \`name\`. ${prefix} For example, \`-id\`.`)).toEqual(
    both('name', 'created_at'),
  );
  expect(sortsOf(text, `Sorts things by phone_number, created_at or name. ${prefix}`)).toEqual(both('name', 'created_at'));
  expect(sortsOf(text, 'You can order them by their `created_at`. To specify the direction, use the `+/-` symbols.')).toEqual(
    both('created_at'),
  );
  expect(sortsOf(text, 'Specify the order. Supported values are:\n- `created_at`\n- `invited_at`\n\nUse `+` or `-`.')).toEqual(
    both('created_at'),
  );
});

test('what is only an example, or says nothing of a way, leaves all columns', () => {
  expect(sortsOf(text)).toBeUndefined();
  expect(sortsOf(text, 'Sort by a property, e.g. `-name`')).toBeUndefined();
  expect(sortsOf(text, 'Order by any property: `name`, `-name`')).toBeUndefined();
  expect(sortsOf(text, 'Sort by `name`')).toBeUndefined();
});
