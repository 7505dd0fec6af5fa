import { expect, test } from 'vitest';
import { fillPath } from '#domain/fill-path.ts';

test('path parameters cannot reach another path', () => {
  expect(fillPath('/users/{name}', { name: '../tokens?x=1' })).toBe('/users/..%2Ftokens%3Fx%3D1');
  expect(() => fillPath('/users/{name}', {})).toThrow('{name}');
  expect(() => fillPath('/users/{name}', { name: '' })).toThrow('{name}');
});
