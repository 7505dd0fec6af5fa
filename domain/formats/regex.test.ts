import { describeFormat } from '#domain/formats/format-table.ts';
import { regex } from '#domain/formats/regex.ts';

describeFormat(regex, {
  good: ['', '^a+$', '\\p{L}', '(?<n>a)\\k<n>'],
  bad: [
    ['(', 'invalid'],
    ['[', 'invalid'],
    ['a**', 'invalid'],
    ['\\p{Nope}', 'invalid'],
    ['\\a', 'invalid'],
    ['^(abc]', 'invalid'],
  ],
  padding: 'free',
});
