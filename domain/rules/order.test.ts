import { describe, expect, test } from 'vitest';

import { broken } from '#domain/rules/run-rule.ts';

describe('ascending', () => {
  test.each([
    [1, 2, {}, []],
    [2, 2, {}, ['/b ascending.notAfter']],
    [2, 2, { equal: true }, []],
    [3, 2, { equal: true }, ['/b ascending.before']],
    [9, 10, { by: 'number' }, []],
    ['9', '10', { by: 'number' }, []],
    ['08:00', '18:00', { by: 'time' }, []],
    ['18:00', '08:00', { by: 'time' }, ['/b ascending.notAfter']],
    ['2024-06-15T20:00:00+08:00', '2024-06-15T12:30:00Z', { by: 'date' }, []],
    ['2024-06-15T20:00:00+08:00', '2024-06-15T12:00:00Z', { by: 'date' }, ['/b ascending.notAfter']],
    ['2024-01-01', '2023-12-31', { by: 'date' }, ['/b ascending.notAfter']],
    [1_700_000_000, 1_600_000_000, { by: 'date' }, ['/b ascending.notAfter']],
    ['10.0.0.9', '10.0.0.10', {}, []],
    ['10.0.0.10', '10.0.0.9', {}, ['/b ascending.notAfter']],
    ['10.0.0.10', '10.0.0.9', { by: 'ip' }, ['/b ascending.notAfter']],
    [undefined, 2, {}, []],
    [1, undefined, {}, []],
    ['soon', '2024-01-01', { by: 'date' }, []],
  ])('%j to %j with %j', (a, b, options, expected) => {
    expect(broken('ascending', ['a', 'b'], { a, b }, options)).toEqual(expected);
  });
});

describe('portOrder', () => {
  test('two fields or one text', () => {
    expect(broken('portOrder', ['a', 'b'], { a: 80, b: 90 })).toEqual([]);
    expect(broken('portOrder', ['a', 'b'], { a: 80, b: 80 })).toEqual([]);
    expect(broken('portOrder', ['a', 'b'], { a: '443', b: '80' })).toEqual(['/b portOrder.descending']);
    expect(broken('portOrder', ['p[]'], { p: ['80-90', '90-80', '80'] })).toEqual(['/p/1 portOrder.descending']);
    expect(broken('portOrder', ['a', 'b'], { a: '9', b: '10' })).toEqual([]);
    expect(broken('portOrder', ['a', 'b'], { a: '*' })).toEqual([]);
  });
});
