import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/json.ts';
import { unchangedBodies } from './unchanged.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const contract = (leaf: JsonObject): JsonObject => ({
  paths: {
    '/a': { post: { requestBody: ref('A') } },
    '/b': { post: { requestBody: ref('B') } },
    '/d': { post: { requestBody: ref('D') } },
  },
  components: { schemas: { A: { anyOf: [ref('B'), ref('C')] }, B: { items: ref('A') }, C: leaf, D: { items: ref('D') } } },
});

test('a body is as it was when all is that it refers to, round in circles too, whichever is asked about first', () => {
  const [was, is] = [contract({ type: 'string' }), contract({ type: 'integer' })];
  for (const order of [
    ['/a', '/b', '/d'],
    ['/b', '/a', '/d'],
  ]) {
    const isUnchanged = unchangedBodies(was, is);
    expect(Object.fromEntries(order.map((path) => [path, isUnchanged('post', path)]))).toEqual({ '/a': false, '/b': false, '/d': true });
    expect(unchangedBodies(was, was)('post', '/a')).toBe(true);
  }
});
