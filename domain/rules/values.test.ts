import { describe, expect, test } from 'vitest';

import { runRules } from '#domain/rules/registry.ts';
import { broken } from '#domain/rules/run-rule.ts';

describe('differ', () => {
  test.each([
    [{ sn: 'A', haSn: 'B' }, []],
    [{ sn: 'A', haSn: 'A' }, ['/haSn differ.same']],
    [{ sn: 'A' }, []],
    [{ sn: '', haSn: '' }, []],
    [{}, []],
  ])('%j', (doc, expected) => {
    expect(broken('differ', ['sn', 'haSn'], doc)).toEqual(expected);
  });

  test('addresses by value, text and MAC as told', () => {
    expect(broken('differ', ['a', 'b'], { a: '::1', b: '0:0::1' })).toEqual(['/b differ.same']);
    expect(broken('differ', ['a', 'b'], { a: '::1', b: '0:0::1' }, { by: 'text' })).toEqual([]);
    expect(broken('differ', ['a', 'b'], { a: 'AA-BB-CC-DD-EE-FF', b: 'aa:bb:cc:dd:ee:ff' }, { by: 'mac' })).toEqual(['/b differ.same']);
    expect(broken('differ', ['a', 'b'], { a: 1, b: '1' }, { by: 'number' })).toEqual(['/b differ.same']);
  });

  test('within a row, not across rows', () => {
    const doc = {
      lan: [
        { a: 1, b: 2 },
        { a: 2, b: 2 },
      ],
    };
    expect(broken('differ', ['lan[].a', 'lan[].b'], doc)).toEqual(['/lan/1/b differ.same']);
  });
});

describe('equal', () => {
  test.each([
    [{ a: 'x', b: 'x' }, []],
    [{ a: 'x', b: 'y' }, ['/b equal.different']],
    [{ b: 'y' }, ['/b equal.different']],
    [{ a: 'x' }, []],
  ])('%j', (doc, expected) => {
    expect(broken('equal', ['a', 'b'], doc)).toEqual(expected);
  });

  test('quotes no value', () => {
    expect(runRules([{ use: 'equal', over: ['a', 'b'] }], { a: 'secret', b: 'other' })[0]?.params).toBeUndefined();
  });
});

describe('unique', () => {
  test('values of an array, of arrays in values, of several paths', () => {
    expect(broken('unique', ['macs[]'], { macs: ['a', 'b', 'a', '', '', undefined] })).toEqual(['/macs/2 unique.duplicate']);
    expect(broken('unique', ['macs'], { macs: ['a', 'a'] })).toEqual(['/macs/1 unique.duplicate']);
    expect(broken('unique', ['wan[].metric', 'lan[].metric'], { wan: [{ metric: 1 }, { metric: 2 }], lan: [{ metric: 2 }] })).toEqual([
      '/lan/0/metric unique.duplicate',
    ]);
    expect(broken('unique', ['wan[].metric'], { wan: [{ metric: 1 }, { metric: '1' }] })).toEqual([]);
  });

  test('by MAC, and the first place is named', () => {
    const found = runRules([{ use: 'unique', over: ['m[]'], with: { by: 'mac' } }], { m: ['x', 'AA:BB:CC:DD:EE:FF', 'aabb.ccdd.eeff'] });
    expect(found).toMatchObject([{ pointer: '/m/2', params: { value: 'aabb.ccdd.eeff', first: 2 } }]);
  });

  test('whole rows', () => {
    const doc = { nat: [{ p: 'tcp', n: 80 }, { p: 'udp', n: 80 }, { p: 'tcp', n: 80 }, {}, {}] };
    expect(broken('unique', ['nat[].p', 'nat[].n'], doc, { of: 'row' })).toEqual(['/nat/2/p unique.duplicate']);
  });

  test('65,535 values', () => {
    const values = Array.from({ length: 65_534 }, (_, index) => `v${index}`);
    expect(broken('unique', ['v[]'], { v: [...values, 'v7'] })).toEqual(['/v/65534 unique.duplicate']);
  });
});

describe('forbiddenValues', () => {
  test('metrics', () => {
    const doc = { wan: [{ metric: 100 }, { metric: 101 }, {}, { metric: 600 }] };
    expect(runRules([{ use: 'forbiddenValues', over: ['wan[].metric'], with: { values: [100, 500, 600] } }], doc)).toMatchObject([
      { pointer: '/wan/0/metric', code: 'rule.forbiddenValues.forbidden', params: { value: '100', values: '100, 500, 600' } },
      { pointer: '/wan/3/metric' },
    ]);
  });
});

describe('subsetOf', () => {
  test('values of another array', () => {
    const doc = { hubs: ['a', 'c'], sites: [{ id: 'a' }, { id: 'b' }] };
    expect(broken('subsetOf', ['hubs[]', 'sites[].id'], doc)).toEqual(['/hubs/1 subsetOf.unknown']);
    expect(broken('subsetOf', ['hubs', 'sites[].id'], { ...doc, hubs: ['a', 'b'] })).toEqual([]);
    expect(broken('subsetOf', ['hub', 'sites[].id'], { hub: 'a', sites: [] })).toEqual(['/hub subsetOf.unknown']);
    expect(broken('subsetOf', ['hub', 'sites[].id'], { sites: [{ id: 'a' }] })).toEqual([]);
  });

  test('a list of values', () => {
    expect(broken('subsetOf', ['v[]'], { v: [1, 2] }, { values: [1] })).toEqual(['/v/1 subsetOf.unknown']);
  });
});
