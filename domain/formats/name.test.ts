import { describeFormat } from '#domain/formats/format-table.ts';
import { name } from '#domain/formats/name.ts';

describeFormat(name, {
  good: ['北京（总部）(1)_a-b', 'a b', '中 文'],
  bad: [
    ['', 'empty'],
    ['  ', 'empty'],
    ['a.b', 'character'],
    ['a/b', 'character'],
    ['<a>', 'character'],
    ['a\nb', 'character'],
    ['a\tb', 'character'],
    ['💡', 'character'],
    ['a\ud800', 'character'],
  ],
  normalised: [[' a ', 'a']],
  padding: 'free',
});
