import { expect, test } from 'vitest';
import { put } from './put.ts';

test('what stands beside a changed place stays as it is, in its order', () => {
  const doc = { a: 1, b: { c: [1, { d: 2 }], e: 'x' }, f: null };
  const next = put(doc, ['b', 'c', 1, 'd'], 3);
  expect(JSON.stringify(next)).toBe('{"a":1,"b":{"c":[1,{"d":3}],"e":"x"},"f":null}');
  expect(doc.b.c[1]).toEqual({ d: 2 });
});

test.each([
  [undefined, ['a', 'b'], 1, { a: { b: 1 } }],
  [{ a: 1, b: 2 }, ['a'], undefined, { b: 2 }],
  // places that come before it are empty: a list holds nothing else
  [undefined, [2], 'x', [null, null, 'x']],
  [['x'], [0], undefined, [null]],
  // an object where a list stood, and the other way round
  [[1], ['a'], 1, { a: 1 }],
  [{ a: 1 }, [0], 1, [1]],
  // what the library leaves open is nowhere in JSON
  [{}, ['a'], { b: undefined, c: [undefined, { d: undefined }] }, { a: { c: [null, {}] } }],
  [{ a: 1 }, ['a'], Symbol('remove'), {}],
  [{ a: 1 }, ['__proto__'], 4, JSON.parse('{"a":1,"__proto__":4}')],
])('%j at %j', (doc, path, value, expected) => {
  expect(JSON.stringify(put(doc, path, value))).toBe(JSON.stringify(expected));
});
