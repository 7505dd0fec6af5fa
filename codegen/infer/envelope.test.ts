import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { type Subject, wrapOf } from './envelope.ts';

const text: Json = { type: 'string' };
const holding = (properties: Record<string, Json>): Json => ({ type: 'object', properties });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const components = { schemas: { Article: holding({ slug: text, title: text }), Draft: holding({ title: text }) } };

function wrapped(path: string, body: Json, subject?: Partial<Subject>): string | undefined {
  const document = new ContractDocument({
    paths: { [path]: { post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: {} } } },
    components,
  });
  const [operation] = readOperations(document, '');
  if (!operation) throw new Error('No call was read');
  return wrapOf(document, operation, subject && { name: 'Article', item: ref('Article'), holders: [], ...subject })?.wrap;
}

test.each<[string, string | undefined, string, Json, Partial<Subject> | undefined]>([
  ['one of the item itself, whatever it is called', 'entry', '/x', holding({ entry: ref('Article') }), {}],
  ['one that is called as the thing is', 'article', '/x', holding({ article: ref('Draft') }), {}],
  ['one that is called as answers call theirs', 'payload', '/x', holding({ payload: ref('Draft') }), { holders: ['payload'] }],
  ['one that is called as its path is', 'session', '/login/sessions', holding({ session: ref('Draft') }), undefined],
  ['one that is called after what stands before a verb', 'alias', '/alias/setItem', holding({ alias: ref('Draft') }), {}],
  ['data', 'data', '/x', holding({ data: holding({ type: text, attributes: ref('Draft') }) }), {}],
  ['nothing else that stands alone', undefined, '/x', holding({ reason: ref('Draft') }), {}],
  ['nothing beside others', undefined, '/x', holding({ article: ref('Draft'), notify: { type: 'boolean' } }), {}],
  ['no text', undefined, '/articles', holding({ article: text }), {}],
  ['no map', undefined, '/x', holding({ data: { type: 'object', additionalProperties: text } }), {}],
  ['no property that the item has itself', undefined, '/x', holding({ data: ref('Draft') }), { item: holding({ data: ref('Draft') }) }],
])('of a sole property %s is an envelope', (_what, wrap, path, body, subject) => {
  expect(wrapped(path, body, subject)).toBe(wrap);
});
