import { describeFormat } from '#domain/formats/format-table.ts';
import { id } from '#domain/formats/id.ts';

describeFormat(id, {
  good: ['a', 'A_1-b', '-', '0'],
  bad: [
    ['', 'invalid'],
    ['a b', 'invalid'],
    ['中', 'invalid'],
    ['a.b', 'invalid'],
    ['ａ', 'invalid'],
  ],
  normalised: [[' a ', 'a']],
});
