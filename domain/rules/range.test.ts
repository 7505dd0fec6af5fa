import { describe, expect, test } from 'vitest';

import { runRules } from '#domain/rules/registry.ts';
import { broken } from '#domain/rules/run-rule.ts';

describe('notInRange', () => {
  const ranges = ['127.0.0.0/8', '169.254.1.1-169.254.1.9', 'fe80::/10'];
  test.each([
    ['10.0.0.1', []],
    ['127.1.2.3', ['/ip notInRange.inside']],
    ['169.254.1.9', ['/ip notInRange.inside']],
    ['169.254.1.10', []],
    ['FE80::1', ['/ip notInRange.inside']],
    ['', []],
    ['x', []],
    [undefined, []],
  ])('%s', (ip, expected) => {
    expect(broken('notInRange', ['ip'], { ip }, { ranges })).toEqual(expected);
  });

  test('numbers', () => {
    expect(broken('notInRange', ['id[]'], { id: [99, 100, '150', 201] }, { ranges: ['100-200'] })).toEqual([
      '/id/1 notInRange.inside',
      '/id/2 notInRange.inside',
    ]);
  });
});

describe('inRange', () => {
  test('fixed ranges', () => {
    expect(broken('inRange', ['p[]'], { p: [1, 300, 65_535, 65_536, 'x', undefined] }, { ranges: ['300-65535'] })).toEqual([
      '/p/0 inRange.outside',
      '/p/3 inRange.outside',
    ]);
    expect(broken('inRange', ['ip'], { ip: '11.0.0.1' }, { ranges: ['10.0.0.0/8', '192.168.0.0/16'] })).toEqual(['/ip inRange.outside']);
    expect(broken('inRange', ['ip'], { ip: '192.168.1.1' }, { ranges: ['10.0.0.0/8', '192.168.0.0/16'] })).toEqual([]);
  });

  test('between two values of the row, or in the network that one writes', () => {
    const pool = { from: '10.0.0.9', to: '10.0.0.100', ips: ['10.0.0.10', '10.0.0.101', '10.0.0.8'] };
    expect(broken('inRange', ['ips[]', 'from', 'to'], pool)).toEqual(['/ips/1 inRange.outside', '/ips/2 inRange.outside']);
    expect(broken('inRange', ['ips', 'net'], { net: '10.0.0.0/29', ips: ['10.0.0.7', '10.0.0.8'] })).toEqual(['/ips/1 inRange.outside']);
    expect(broken('inRange', ['v', 'min', 'max'], { v: 5, min: 1, max: 4 })).toEqual(['/v inRange.outside']);
    expect(broken('inRange', ['v', 'min', 'max'], { v: '10', min: '9', max: '11' }, { by: 'number' })).toEqual([]);
    expect(broken('inRange', ['v', 'min', 'max'], { v: 5, min: 1 })).toEqual([]);
  });

  test('the sentence knows value and range', () => {
    expect(runRules([{ use: 'inRange', over: ['v', 'min', 'max'] }], { v: 5, min: 1, max: 4 })[0]?.params).toEqual({
      value: '5',
      range: '1 - 4',
    });
  });
});

describe('disjointRanges', () => {
  test('start and end of each row', () => {
    const doc = {
      pool: [{ a: '10.0.0.1', b: '10.0.0.9' }, { a: '10.0.0.10', b: '10.0.0.20' }, { a: '10.0.0.9', b: '10.0.0.9' }, { a: '10.0.0.1' }],
    };
    expect(broken('disjointRanges', ['pool[].a', 'pool[].b'], doc)).toEqual(['/pool/2/a disjointRanges.overlap']);
    const days = {
      t: [
        { a: '08:00', b: '12:00' },
        { a: '11:00', b: '13:00' },
        { a: '14:00', b: '15:00' },
      ],
    };
    expect(broken('disjointRanges', ['t[].a', 't[].b'], days, { by: 'time' })).toEqual(['/t/1/a disjointRanges.overlap']);
  });

  test('one text, both named', () => {
    expect(runRules([{ use: 'disjointRanges', over: ['p[]'] }], { p: ['80-90', '100', '85'] })).toMatchObject([
      { pointer: '/p/2', code: 'rule.disjointRanges.overlap', params: { range: '85', other: '80-90' } },
    ]);
    // an address between two ranges of ports hides neither from the other
    expect(broken('disjointRanges', ['p[]'], { p: ['80-90', '10.0.0.1', '80-90'] })).toEqual(['/p/2 disjointRanges.overlap']);
    expect(broken('disjointRanges', ['p[]'], { p: ['10.0.0.0/24', '10.0.1.0/24', '10.0.0.7'] })).toEqual(['/p/2 disjointRanges.overlap']);
  });
});
