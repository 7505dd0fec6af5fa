import { describe, expect, test } from 'vitest';

import { broken } from '#domain/rules/run-rule.ts';

describe('atLeastOne', () => {
  test.each([
    [{ a: 'x' }, []],
    [{ b: 0 }, []],
    [{}, ['/a atLeastOne.none']],
    [{ a: '', b: ' ' }, ['/a atLeastOne.none']],
    [{ a: [], b: {} }, ['/a atLeastOne.none']],
    [{ a: false, b: null }, ['/a atLeastOne.none']],
    [{ a: [1] }, []],
  ])('%j', (doc, expected) => {
    expect(broken('atLeastOne', ['a', 'b'], doc)).toEqual(expected);
  });

  test('only while its condition holds', () => {
    const options = { when: { 'ospf.enabled': [true] } };
    expect(broken('atLeastOne', ['ospf.prefixes'], { ospf: { enabled: true, prefixes: [] } }, options)).toEqual([
      '/ospf/prefixes atLeastOne.none',
    ]);
    expect(broken('atLeastOne', ['ospf.prefixes'], { ospf: { enabled: false, prefixes: [] } }, options)).toEqual([]);
    expect(broken('atLeastOne', ['ospf.prefixes'], {}, options)).toEqual([]);
  });
});

describe('exactlyOne', () => {
  test.each([
    [{ ospf: true, bgp: false }, undefined, []],
    [{ ospf: true, bgp: true }, undefined, ['/bgp exactlyOne.several']],
    [{ ospf: false }, undefined, ['/ospf exactlyOne.none']],
    [{ ospf: false }, { orNone: true }, []],
    [{ ospf: true, bgp: true }, { orNone: true }, ['/bgp exactlyOne.several']],
  ])('%j with %j', (doc, options, expected) => {
    expect(broken('exactlyOne', ['ospf', 'bgp'], doc, options)).toEqual(expected);
  });
});

describe('requiresOneOf', () => {
  test.each([
    [{}, []],
    [{ bgp: true, as: 1 }, []],
    [{ bgp: true, neighbors: ['x'] }, []],
    [{ bgp: true }, ['/as requiresOneOf.none']],
    [{ bgp: true, neighbors: [] }, ['/as requiresOneOf.none']],
  ])('%j', (doc, expected) => {
    expect(broken('requiresOneOf', ['bgp', 'as', 'neighbors'], doc)).toEqual(expected);
  });
});

describe('requiredWhen', () => {
  test('per row, by one of the values', () => {
    const doc = { wan: [{ ipmode: 'static' }, { ipmode: 'static', ip: 'x' }, { ipmode: 'dhcp' }, {}] };
    expect(broken('requiredWhen', ['wan[].ip', 'wan[].ipmode'], doc, { is: 'static' })).toEqual(['/wan/0/ip requiredWhen.missing']);
    expect(broken('requiredWhen', ['wan[].ip', 'wan[].ipmode'], doc, { is: ['dhcp', 'pppoe'] })).toEqual([
      '/wan/2/ip requiredWhen.missing',
    ]);
    expect(broken('requiredWhen', ['wan[].ip', 'wan[].ipmode'], doc, { not: ['static', undefined] })).toEqual([
      '/wan/2/ip requiredWhen.missing',
    ]);
  });

  test('while the other is there; false and 0 are answers', () => {
    expect(broken('requiredWhen', ['mobile', 'sms'], { sms: true })).toEqual(['/mobile requiredWhen.missing']);
    expect(broken('requiredWhen', ['mobile', 'sms'], { sms: false })).toEqual([]);
    expect(broken('requiredWhen', ['mobile', 'sms'], { sms: true, mobile: false })).toEqual([]);
    expect(broken('requiredWhen', ['mobile', 'sms'], { sms: true, mobile: 0 })).toEqual([]);
  });
});
