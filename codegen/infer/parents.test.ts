import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { findParents, parentOf } from './parents.ts';
import { findResources } from './resources.ts';

const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json): Json => ({ responses: { '200': { description: 'It', ...Object(json(schema)) } } });
const listed = (name: string, parameters: Json[] = []): Json => ({ parameters, ...Object(answers({ type: 'array', items: named(name) })) });
const thing: Json = { type: 'object', properties: { id: { type: 'string' } } };

function read(paths: Record<string, Json>) {
  const schemas = Object.fromEntries(
    ['User', 'Token', 'Use', 'Log', 'Domain', 'Org'].map((name) => [name, { ...Object(thing), title: name }]),
  );
  const document = new ContractDocument({ paths, components: { schemas } });
  const { drafts } = findResources(document, readOperations(document, ''));
  const parents = findParents(drafts);
  const above = Object.fromEntries(drafts.map((draft) => [draft.name, parentOf(draft, parents)]));
  return { parents, above, names: drafts.map(({ name }) => name) };
}

test('a parameter of a path is one of what stands before it, whatever it is called there', () => {
  const { parents, above } = read({
    '/users': { get: listed('User') },
    '/users/{userId}': { get: answers(named('User')) },
    '/users/{user}/tokens': { get: listed('Token') },
    '/users/{user}/tokens/{id}': { get: answers(named('Token')) },
    '/users/{user}/tokens/{id}/uses': { get: listed('Use') },
    '/logs/{day}/entries': { get: listed('Log') },
  });
  expect(above).toEqual({ User: undefined, Token: 'User', Use: 'Token', Log: undefined });
  expect(parents.of('/users/{user}/tokens', 'user')).toEqual({ resource: 'User', guessed: true });
  // tokens are listed below a user only: who that is is said by the path
  expect(parents.of('/users/{user}/tokens/{id}/uses', 'id')).toEqual({ resource: 'Token', guessed: true, scope: { user: '/user' } });
  expect(parents.of('/users/{userId}', 'userId', 'User')).toBeUndefined();
});

test('what cannot be listed without an answer is no parent to pick', () => {
  const query: Json = { name: 'subject', in: 'query', required: true, schema: { type: 'string' } };
  const { above } = read({
    '/users': { get: listed('User', [query]) },
    '/users/{id}': { get: answers(named('User')) },
    '/users/{id}/tokens': { get: listed('Token') },
  });
  expect(above['Token']).toBeUndefined();
});

test('those of all parents and those of one are one resource', () => {
  const { names, above } = read({
    '/orgs': { get: listed('Org') },
    '/orgs/{org_id}': { get: answers(named('Org')) },
    '/orgs/{org_id}/domains': { get: listed('Domain'), post: { requestBody: json(named('Domain')), ...Object(answers(named('Domain'))) } },
    '/org_domains': { get: listed('Domain') },
  });
  expect(names).toEqual(['Org', 'Domain']);
  expect(above['Domain']).toBe('Org');
});
