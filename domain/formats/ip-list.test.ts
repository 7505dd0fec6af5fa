import { expect, test } from 'vitest';

import { describeFormat } from '#domain/formats/format-table.ts';
import { ipList } from '#domain/formats/ip-list.ts';

describeFormat(ipList, {
  good: ['10.0.0.1', '10.0.0.1\n', '10.0.0.1\n10.0.0.0/8\r\n10.0.0.1-10.0.0.9', '::1\nfe80::/10'],
  bad: [
    ['', 'empty'],
    ['\n', 'empty'],
    ['10.0.0.1\n\n10.0.0.2', 'line'],
    ['10.0.0.1\nabc', 'line'],
    ['10.0.0.1\nexample.com', 'line'],
    ['10.0.0.1/8', 'line'],
    ['10.0.0.9-10.0.0.1', 'line'],
    ['10.0.0.1,10.0.0.2', 'line'],
  ],
  normalised: [['10.0.0.1\r\nFE80::1\n', '10.0.0.1\nfe80::1']],
  padding: 'free',
});

test('the error names line and value', () => {
  expect(ipList.check('10.0.0.1\n10.0.0.2\nten\n')?.params).toEqual({ line: 3, value: 'ten' });
});
