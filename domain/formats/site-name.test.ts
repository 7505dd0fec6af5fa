import { describeFormat } from '#domain/formats/format-table.ts';
import { siteName } from '#domain/formats/site-name.ts';

describeFormat(siteName, {
  good: ['北京 总部_1', 'a', 'Zürich 2', 'a'.repeat(80), '𠀀'.repeat(80)],
  bad: [
    ['', 'empty'],
    [' ', 'space'],
    ['a  b', 'space'],
    [' a', 'space'],
    ['a ', 'space'],
    ['a-b', 'character'],
    ['a　b', 'character'],
    ['a<b', 'character'],
    ['a\tb', 'character'],
    ['a'.repeat(81), 'length'],
    ['💡', 'character'],
  ],
  normalised: [
    [' a   b ', 'a b'],
    ['a　b', 'a b'],
  ],
});
