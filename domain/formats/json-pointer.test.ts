import { describeFormat } from '#domain/formats/format-table.ts';
import { jsonPointer } from '#domain/formats/json-pointer.ts';

describeFormat(jsonPointer, {
  good: ['', '/', '/a', '/a~1b/m~0n', '//', '/a\u0000b', '/ '],
  bad: [
    ['a', 'invalid'],
    ['#/a', 'invalid'],
    ['/~', 'invalid'],
    ['/~2', 'invalid'],
    ['/a~', 'invalid'],
  ],
  padding: 'free',
});
