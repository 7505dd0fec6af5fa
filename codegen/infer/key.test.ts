import { describe, expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { findId, findKey, propertyOf } from './key.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const rowOf = (...names: (string | Field)[]): Field => ({
  name: '',
  path: '',
  kind: 'object',
  fields: names.map((each) => (typeof each === 'string' ? field(each) : each)),
});
const metadata = field('metadata', { kind: 'object', fields: [field('name'), field('uid')] });

test.each<[string, string, Field, string]>([
  ['the property of its own name', '/things/{slug}', rowOf('id', 'slug'), 'slug'],
  ['that name in another style', '/templates/{template_key}', rowOf('id', 'templateKey'), 'templateKey'],
  ['the last word of it', '/registries/{registry_name}/tags/{repository_tag}', rowOf('registry_name', 'tag', 'size'), 'tag'],
  ['the last word of a key that others have too', '/projects/{project_gid}', rowOf('name', 'gid'), 'gid'],
  ['a symbol', '/factions/{factionSymbol}', rowOf('name', 'symbol'), 'symbol'],
  ['the id of what its path holds', '/admin/clients/{id}', rowOf('access_strategy', 'client_name', 'client_id'), 'client_id'],
  ['its own id before that of what its name ends with', '/things/{status_id}', rowOf('id', 'kind_id'), 'id'],
  ['its own id before what is only written like it', '/providers/{providerId}', rowOf('provider_id', 'id'), 'id'],
  ['what stands in its metadata', '/namespaces/{namespace}/pods/{name}', rowOf('kind', metadata), 'metadata.name'],
  ['no flag', '/flags/{flag}', rowOf(field('flag', { kind: 'boolean' }), 'code'), 'code'],
])('a row is told by %s', (_what, path, row, id) => {
  expect(findId(row, { path, resource: 'Thing' })).toBe(id);
});

test('what names a parent never tells its rows apart', () => {
  expect(findId(rowOf('registry_name', 'repository'), { path: '/registries/{registry_name}/repositories', resource: 'Thing' })).toBe(
    'repository',
  );
  // but an id does not say whose it is
  expect(findId(rowOf('level', 'id'), { path: '/machines/{id}/logs', resource: 'Log' })).toBe('id');
});

test('where nothing is called as a parameter is, the usual names serve, the most certain first', () => {
  const where = { path: '/things/{thing}', resource: 'Thing' };
  expect(findId(rowOf('created_at', 'name', 'gid'), where)).toBe('gid');
  expect(findId(rowOf('created_at', 'name', 'slug'), where)).toBe('slug');
  expect(findId(rowOf('created_at', 'name'), where)).toBe('name');
  expect(findId(rowOf('created_at', metadata), where)).toBe('metadata.name');
});

test('a parameter may stand for another property than the id', () => {
  expect(propertyOf(rowOf('id', 'slug'), { path: '/things/{slug}', resource: 'Thing' })).toBe('slug');
  expect(propertyOf(rowOf('id', 'name'), { path: '/things/{thing}', resource: 'Thing' })).toBeUndefined();
});

test('what is one of a few values tells no rows apart', () => {
  const kind = field('kind', { values: ['user', 'group'] });
  expect(findId(rowOf(kind, 'subject'), { path: '/consumption', resource: 'Consumption' })).toBe('subject');
  expect(findId(rowOf(kind), { path: '/consumption', resource: 'Consumption' })).toBe('kind');
});

describe('rows that have no id of their own', () => {
  const required = (name: string, more: Partial<Field> = {}): Field => field(name, { required: true, ...more });
  const integer: Partial<Field> = { kind: 'integer' };
  const where = (resource: string, path = '/things'): { path: string; resource: string } => ({ path, resource });

  test('are told by what each is about and of when, never by what is counted or written', () => {
    const consumption = rowOf(
      required('dimension_kind', { values: ['user', 'group'] }),
      required('dimension_id'),
      required('window_seconds', integer),
      required('window_start_utc', { format: 'date-time' }),
      required('tokens_input', integer),
      required('cost_usd', { kind: 'number' }),
      required('updated_at', { format: 'date-time' }),
      'remark',
    );
    expect(findKey(consumption, where('Consumption'))).toEqual(['dimension_kind', 'dimension_id', 'window_seconds', 'window_start_utc']);
  });

  test('are told by all that is there, where nothing has to be', () => {
    expect(findKey(rowOf('flow', 'reporter', field('rx_bytes', integer)), where('Event'))).toEqual(['flow', 'reporter']);
    expect(findKey(rowOf(field('hits', integer), field('x', { kind: 'number' })), where('Point'))).toEqual(['hits', 'x']);
  });

  test.each<[string, Field, string, string?]>([
    ['an id', rowOf('id', 'at'), 'Event'],
    ['an id that is called after them', rowOf('session_id', 'at'), 'AccessLogSession'],
    ['the id of a key', rowOf('kid', 'alg'), 'Jwk'],
    ['a name', rowOf('name', 'size'), 'Plan'],
    ['a name that stands in what describes them', rowOf('at', metadata), 'Pod'],
    ['a path to each', rowOf('address', 'at'), 'Cluster', '/clusters/{address}'],
  ])('but not those that have %s', (_what, row, resource, path) => {
    expect(findKey(row, where(resource, path))).toBeUndefined();
  });
});
