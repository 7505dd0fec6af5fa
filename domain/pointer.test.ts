import { describe, expect, test } from 'vitest';

import { escapeSegment, getPointer, joinPointer, parsePointer, setPointer } from '#domain/pointer.ts';

const doc = { lan: [{ mask: 24 }, { mask: 16 }], 'a/b': 1, 'm~n': 2, '': 3 };

describe('pointer', () => {
  test('escapes and joins', () => {
    expect(escapeSegment('a/b~c')).toBe('a~1b~0c');
    expect(joinPointer('', 'lan', 0, 'a/b')).toBe('/lan/0/a~1b');
    expect(joinPointer('/lan')).toBe('/lan');
  });

  test('parses what it joined', () => {
    for (const segments of [[], [''], ['a', ''], ['~1', '/', '~', '~01']]) {
      expect(parsePointer(joinPointer('', ...segments))).toEqual(segments);
    }
    expect(() => parsePointer('lan')).toThrow('lan');
  });

  test.each([
    ['', doc],
    ['/lan/1/mask', 16],
    ['/a~1b', 1],
    ['/m~0n', 2],
    ['/', 3],
    ['/lan/2/mask', undefined],
    ['/lan/01', undefined],
    ['/lan/-', undefined],
    ['/lan/length', undefined],
    ['/constructor', undefined],
    ['/lan/0/mask/x', undefined],
  ])('gets %s', (pointer, value) => {
    expect(getPointer(doc, pointer)).toEqual(value);
  });

  test('sets without touching the original', () => {
    const next = setPointer(doc, '/lan/0/mask', 8);
    expect(next).toEqual({ ...doc, lan: [{ mask: 8 }, { mask: 16 }] });
    expect(doc.lan[0]).toEqual({ mask: 24 });
    expect(getPointer(next, '/lan/1')).toBe(doc.lan[1]);
    expect(setPointer(doc, '', 1)).toBe(1);
  });

  test('creates what is missing, appends, refuses holes', () => {
    expect(setPointer(undefined, '/wan/0/ip', 'x')).toEqual({ wan: [{ ip: 'x' }] });
    expect(setPointer({ wan: [1] }, '/wan/-', 2)).toEqual({ wan: [1, 2] });
    expect(() => setPointer({ wan: [] }, '/wan/3', 2)).toThrow('3');
    expect(() => setPointer({ wan: [] }, '/wan/x', 2)).toThrow('x');
  });

  test('does not reach the prototype', () => {
    const next = setPointer({}, '/__proto__/admin', true);
    expect(getPointer(next, '/__proto__/admin')).toBe(true);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
  });
});
