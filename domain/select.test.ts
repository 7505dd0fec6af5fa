import { describe, expect, test } from 'vitest';

import { selectRows } from '#domain/select.ts';

const site = {
  deployMode: 'gateway',
  network: { mtu: 1500 },
  lan: [
    { lanIp: '10.0.0.1', mask: 24, additionalIps: ['10.0.0.2', '10.0.0.3'] },
    { lanIp: '10.1.0.1', additionalIps: [] },
  ],
  wan: [{ metric: 10 }],
};

/** Rows as values, and where they stand. */
function values(over: string[], doc: unknown = site) {
  return selectRows(doc, over).map((row) => row.map((cell) => cell.value));
}
function pointers(over: string[], doc: unknown = site) {
  return selectRows(doc, over).map((row) => row.map((cell) => cell.pointer));
}

describe('selectRows', () => {
  test('the whole document and plain paths', () => {
    expect(selectRows(site, [''])).toEqual([[{ pointer: '', value: site }]]);
    expect(values(['deployMode', 'network.mtu'])).toEqual([['gateway', 1500]]);
    expect(pointers(['network.mtu'])).toEqual([['/network/mtu']]);
    expect(selectRows(site, ['wan'])).toEqual([[{ pointer: '/wan', value: site.wan }]]);
  });

  test('joins paths that share an array, element by element', () => {
    expect(values(['lan[].lanIp', 'lan[].mask'])).toEqual([
      ['10.0.0.1', 24],
      ['10.1.0.1', undefined],
    ]);
    expect(pointers(['lan[].lanIp', 'lan[].mask'])[1]).toEqual(['/lan/1/lanIp', '/lan/1/mask']);
  });

  test('repeats outer values for inner arrays, whatever the order', () => {
    expect(values(['lan[].additionalIps[]', 'deployMode', 'lan[].mask'])).toEqual([
      ['10.0.0.2', 'gateway', 24],
      ['10.0.0.3', 'gateway', 24],
      [undefined, 'gateway', undefined],
    ]);
    expect(pointers(['lan[].additionalIps[]'])).toEqual([['/lan/0/additionalIps/0'], ['/lan/0/additionalIps/1']]);
    expect(pointers(['lan[].mask', 'lan[].additionalIps[]'])[2]).toEqual(['/lan/1/mask', '/lan/1/additionalIps']);
  });

  test('does not multiply arrays that have nothing in common', () => {
    expect(values(['lan[].lanIp', 'wan[].metric', 'deployMode'])).toEqual([
      ['10.0.0.1', undefined, 'gateway'],
      ['10.1.0.1', undefined, 'gateway'],
      [undefined, 10, 'gateway'],
    ]);
  });

  test('missing arrays give no row, unless an outer value keeps one', () => {
    expect(values(['lan[].lanIp'], {})).toEqual([]);
    expect(values(['lan[].lanIp'], { lan: 'text' })).toEqual([]);
    expect(values(['lan[].lanIp', 'deployMode'], { deployMode: 'vll' })).toEqual([[undefined, 'vll']]);
    expect(values(['lan[].lanIp', 'wan[].metric'], { wan: [{ metric: 1 }] })).toEqual([[undefined, 1]]);
    expect(values(['deployMode'], null)).toEqual([[undefined]]);
  });

  test('arrays of arrays and a document that is an array', () => {
    expect(values(['[].name'], [{ name: 'a' }, {}])).toEqual([['a'], [undefined]]);
    expect(values(['m[][]'], { m: [[1, 2], [3]] })).toEqual([[1], [2], [3]]);
    expect(pointers(['m[][]'], { m: [[1, 2], [3]] })).toEqual([['/m/0/0'], ['/m/0/1'], ['/m/1/0']]);
  });

  test('a path named twice fills both cells', () => {
    expect(values(['deployMode', 'deployMode'])).toEqual([['gateway', 'gateway']]);
  });

  test('65,535 elements in one pass', () => {
    const doc = { rules: Array.from({ length: 65_535 }, (_, index) => ({ id: index })) };
    expect(selectRows(doc, ['rules[].id']).at(-1)).toEqual([{ pointer: '/rules/65534/id', value: 65_534 }]);
  });
});
