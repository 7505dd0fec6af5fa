import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { findColumns, findLabel, withReferences } from './identity.ts';
import { findId } from './key.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const rowOf = (...fields: Field[]): Field => ({ name: '', path: '', kind: 'object', fields });

test.each<[string, Field, string[]]>([
  [
    'a state before texts, texts before flags',
    rowOf(field('hidden', { kind: 'boolean' }), field('note'), field('status'), field('name')),
    ['name', 'status', 'note', 'hidden'],
  ],
  [
    'what never differs is no column',
    rowOf(field('name'), field('object', { values: ['user'] }), field('kind', { const: 'x' }), field('note')),
    ['name', 'note'],
  ],
  [
    'links and ids are none while others tell more',
    rowOf(field('name'), field('site_id'), field('logo_url'), field('note'), field('id')),
    ['name', 'note'],
  ],
  [
    'what people ask first',
    rowOf(field('advanced_a'), field('advanced_b'), field('protocol'), field('name'), field('enabled', { kind: 'boolean' })),
    ['name', 'protocol', 'enabled', 'advanced_a', 'advanced_b'],
  ],
  ['times come after what tells more', rowOf(field('created_at'), field('name'), field('note')), ['name', 'note', 'created_at']],
  ['what ends like a time is none', rowOf(field('name'), field('lat'), field('lng')), ['name', 'lat', 'lng']],
  [
    'times of its own come before counts',
    rowOf(field('input_tokens', { kind: 'integer' }), field('created_at'), field('started_at'), field('name')),
    ['name', 'started_at', 'input_tokens', 'created_at'],
  ],
  [
    'a switch stands for the state that nothing else says',
    rowOf(field('name'), field('note', { required: true }), field('connected', { kind: 'boolean' })),
    ['name', 'connected', 'note'],
  ],
  [
    'beside a state a switch is a switch',
    rowOf(field('name'), field('note', { required: true }), field('connected', { kind: 'boolean' }), field('status')),
    ['name', 'status', 'note', 'connected'],
  ],
  [
    'when it was seen, and how it was answered, is asked',
    rowOf(
      field('name'),
      field('note', { required: true }),
      field('timestamp'),
      field('last_seen'),
      field('status_code', { kind: 'integer' }),
    ),
    ['name', 'status_code', 'timestamp', 'last_seen', 'note'],
  ],
  [
    'two other things by their names, before what need not be there',
    rowOf(
      field('note'),
      field('source', { kind: 'object', required: true, fields: [field('id'), field('name')] }),
      field('map', { kind: 'object', required: true, fields: [field('from'), field('name')] }),
      field('plan', { kind: 'object', required: true, fields: [field('plan_id'), field('name')] }),
      field('payer', { kind: 'object', required: true, fields: [field('id'), field('email')] }),
      field('name'),
    ),
    ['name', 'source.name', 'plan.name', 'note'],
  ],
  [
    'other things before sums',
    rowOf(
      field('name'),
      ...['paid', 'due'].map((name) => field(name, { kind: 'object', fields: [field('amount_formatted')] })),
      field('payer', { kind: 'object', fields: [field('id'), field('email')] }),
    ),
    ['name', 'paid.amount_formatted', 'payer.email'],
  ],
  [
    'what became of a request, and what it was about, before how it was made',
    rowOf(
      field('timestamp'),
      ...['method', 'host', 'path', 'protocol'].map((name) => field(name)),
      field('model'),
      field('decision'),
      field('cost_usd', { kind: 'number' }),
      field('name'),
    ),
    ['name', 'decision', 'timestamp', 'model', 'cost_usd', 'method'],
  ],
  [
    'a method is asked for where nobody requests a path',
    rowOf(field('note', { required: true }), field('method'), field('host'), field('cost_eur', { kind: 'number' }), field('name')),
    ['name', 'method', 'host', 'cost_eur', 'note'],
  ],
  [
    'what it is set up to call',
    rowOf(field('name'), field('upstream_url'), field('logo_url'), field('note')),
    ['name', 'upstream_url', 'note'],
  ],
  [
    'what it costs',
    rowOf(field('name'), field('tokens', { kind: 'integer' }), field('cost_usd', { kind: 'number' })),
    ['name', 'cost_usd', 'tokens'],
  ],
  [
    'where a route leads',
    rowOf(field('name'), field('static-route_interface', { required: true }), field('static-route_network')),
    ['name', 'static-route_network', 'static-route_interface'],
  ],
  [
    'a sum as it is written',
    rowOf(field('name'), field('fee', { kind: 'object', fields: [field('amount', { kind: 'integer' }), field('amount_formatted')] })),
    ['name', 'fee.amount_formatted'],
  ],
  [
    'of what kind its content is',
    rowOf(field('name'), field('content', { kind: 'object', required: true, fields: [field('type', { values: ['link', 'text'] })] })),
    ['name', 'content.type'],
  ],
  ['a password is never shown', rowOf(field('name'), field('x_password'), field('private_key'), field('note')), ['name', 'note']],
  ['an id is better than nothing', rowOf(field('id'), field('site_id')), ['site_id', 'id']],
])('columns: %s', (_what, row, columns) => {
  expect(findColumns(row, 'id', '{name}')).toEqual(columns);
});

test.each<[string, Field, string, string]>([
  ['its name', rowOf(field('city_name'), field('name')), 'Site', '{name}'],
  ['what it is called after', rowOf(field('id'), field('phone_number')), 'PhoneNumber', '{phone_number}'],
  ['not the name of something else', rowOf(field('id'), field('city_name'), field('host'), field('address')), 'Log', '{address}'],
  ['what happened, not who did it', rowOf(field('id'), field('activity'), field('initiator_name')), 'Event', '{activity}'],
  ['no town, though nothing else is called a name', rowOf(field('id'), field('city_name'), field('path')), 'Log', '{id}'],
  [
    'what its metadata says',
    rowOf(field('kind'), field('metadata', { kind: 'object', fields: [field('uid'), field('name')] })),
    'Pod',
    '{metadata.name}',
  ],
  [
    'the title among its attributes',
    rowOf(field('id'), field('type'), field('attributes', { kind: 'object', fields: [field('body'), field('title')] })),
    'Article',
    '{attributes.title}',
  ],
  ['its first and last name', rowOf(field('id'), field('first_name'), field('last_name')), 'Person', '{first_name} {last_name}'],
  ['its login', rowOf(field('id'), field('bio'), field('email'), field('login')), 'User', '{login}'],
  ['its plate', rowOf(field('id'), field('colour'), field('plate')), 'Vehicle', '{plate}'],
  ['the name of its file', rowOf(field('id'), field('url'), field('filename')), 'Upload', '{filename}'],
  ['the address it must have', rowOf(field('id'), field('client_mac'), field('ingress_ip', { required: true })), 'Gate', '{ingress_ip}'],
  [
    'the one address it may have',
    rowOf(field('id'), field('client_mac'), field('power', { kind: 'boolean' })),
    'Supervisor',
    '{client_mac}',
  ],
  ['no address that only some have', rowOf(field('id'), field('path', { required: true }), field('source_ip')), 'Log', '{id}'],
  ['an id of its own beside that of its record', rowOf(field('id'), field('router_id')), 'OSPFRouter', '{router_id}'],
  [
    'the id that people make up in words',
    rowOf(field('id'), field('description'), field('peer_name'), field('rack_id', { example: 'Rack B 4' })),
    'Unit',
    '{rack_id}',
  ],
  [
    'no id that only programs read',
    rowOf(field('id'), field('description'), field('rack_id', { example: 'chacdk86lnnboviihd7g' })),
    'Unit',
    '{description}',
  ],
  [
    'its name, whatever ids are made up beside it',
    rowOf(field('id'), field('batchId', { example: 'Spring 2026' }), field('title')),
    'Order',
    '{title}',
  ],
  ['its text', rowOf(field('id'), field('color'), field('text')), 'Highlight', '{text}'],
  ['its id where there is nothing', rowOf(field('id'), field('size', { kind: 'integer' })), 'Job', '{id}'],
])('a row is known by %s', (_what, row, resource, label) => {
  expect(findLabel(row, 'id', resource)).toBe(label);
});

test('what names a parent is not what a row is called', () => {
  expect(findLabel(rowOf(field('registry_name'), field('tag')), 'tag', 'RepositoryTag', new Set(['registry_name']))).toBe('{tag}');
});

test('an id that people make up refers to nothing, though something is called so', () => {
  const refers = (example: string): unknown => {
    const known = { own: 'Route', names: new Set(['Network']), guesses: [], descriptions: new Map() };
    return withReferences(field('network_id', { example }), known).ref;
  };
  expect(refers('Route 1')).toBeUndefined();
  expect(refers('chacdk86lnnboviihd7g')).toEqual({ resource: 'Network', guessed: true });
});

test('what has no name is known by whose it is', () => {
  const user = field('user_id', { required: true, ref: { resource: 'User' } });
  expect(findColumns(rowOf(field('id'), field('note'), user), 'id', '{id}')).toEqual(['id', 'user_id', 'note']);
  expect(findColumns(rowOf(field('id'), field('name'), field('note'), user), 'id', '{name}')).toEqual(['name', 'note']);
});

test('both names of a person lead the columns', () => {
  expect(findColumns(rowOf(field('id'), field('note'), field('first_name'), field('last_name')), 'id', '{first_name} {last_name}')).toEqual(
    ['first_name', 'last_name', 'note'],
  );
});

test('a membership is known by its user, who stands in an object of the row', () => {
  const user: Field = { name: 'user', path: 'user', kind: 'object', fields: [field('user_id'), field('identifier')] };
  const row = rowOf(field('id'), user, field('role_name'));
  const id = findId(row, { path: '/memberships/{user_id}', resource: 'Membership' });
  expect(id).toBe('user.user_id');
  expect(findLabel(row, 'user.user_id', 'Membership')).toBe('{user.identifier}');
  expect(findColumns(row, 'user.user_id', '{user.identifier}')).toEqual(['user.identifier', 'role_name']);
  expect(findId(row, { path: '/users/{user_id}', resource: 'User' })).toBe('id');
});

test('of a row that is one of several shapes the columns are what all of them have', () => {
  const shapes = [
    rowOf(field('id'), field('name'), field('domain')),
    rowOf(field('id'), field('name'), field('domains', { kind: 'array' })),
  ];
  const row: Field = { name: '', path: '', kind: 'variants', variants: shapes };
  expect(findLabel(row, 'id')).toBe('{name}');
  expect(findColumns(row, 'id', '{name}')).toEqual(['name']);
});
