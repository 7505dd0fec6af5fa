import { expect, test } from 'vitest';

import { describeFormat } from '#domain/formats/format-table.ts';
import { cidr, networkSortKey } from '#domain/formats/cidr.ts';

describeFormat(cidr, {
  good: ['10.0.0.0/8', '0.0.0.0/0', '192.168.1.1/32', '192.168.1.0/31', '::/0', '::1/128', '2001:db8::/32', '2001:db8:8000::/33'],
  bad: [
    ['', 'syntax'],
    ['10.0.0.0', 'syntax'],
    ['10.0.0/8', 'address'],
    ['010.0.0.0/8', 'address'],
    ['/8', 'address'],
    ['10.0.0.0/', 'prefix'],
    ['10.0.0.0/33', 'prefix'],
    ['10.0.0.0/08', 'prefix'],
    ['10.0.0.0/-1', 'prefix'],
    ['10.0.0.0/8/8', 'prefix'],
    ['10.0.0.0/255.0.0.0', 'prefix'],
    ['10.0.0.0/８', 'prefix'],
    ['::/129', 'prefix'],
    ['10.0.0.1/8', 'hostBits'],
    ['10.0.0.1/31', 'hostBits'],
    ['0.0.0.1/0', 'hostBits'],
    ['2001:db8::1/64', 'hostBits'],
    ['fe80::%eth0/64', 'address'],
  ],
  normalised: [
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['10.0.0.0／８', '10.0.0.0/8'],
    ['2001:DB8:0::/32', '2001:db8::/32'],
  ],
});

test('host bits: the network that was meant is named', () => {
  expect(cidr.check('10.1.2.3/20')?.params).toEqual({ value: '10.1.2.3/20', network: '10.1.0.0/20' });
});

test('sorts by address, then wider first', () => {
  const sorted = ['9.0.0.0/8', '10.0.0.0/8', '10.0.0.0/16', '10.0.1.0/24', '192.168.0.0/16', '::/0', '2001:db8::/32'];
  expect(sorted.toReversed().toSorted((a, b) => (networkSortKey(a) < networkSortKey(b) ? -1 : 1))).toEqual(sorted);
});
