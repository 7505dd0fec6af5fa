import { expect, test } from 'vitest';

import { describeFormat } from '#domain/formats/format-table.ts';
import { byte } from '#domain/formats/byte.ts';

describeFormat(byte, {
  good: ['', 'TQ==', 'TWE=', 'TWFu', '+/+/'],
  bad: [
    ['T', 'invalid'],
    ['TQ', 'invalid'],
    ['TQ=', 'invalid'],
    ['T===', 'invalid'],
    ['====', 'invalid'],
    ['TW=u', 'invalid'],
    ['TWF-', 'invalid'],
    ['TWFu\n', 'invalid'],
  ],
});

test('sixteen megabytes do not overflow the stack', () => {
  expect(byte.check('TWFu'.repeat(4_000_000))).toBeUndefined();
});
