import { describeFormat } from '#domain/formats/format-table.ts';
import { zoneName } from '#domain/formats/zone-name.ts';

describeFormat(zoneName, {
  good: ['lan', 'Z_1', 'abcdefghijk'],
  bad: [
    ['', 'invalid'],
    ['abcdefghijkl', 'invalid'],
    ['a-b', 'invalid'],
    ['a b', 'invalid'],
    ['中', 'invalid'],
  ],
  normalised: [[' lan', 'lan']],
});
