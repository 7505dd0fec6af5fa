import { describeFormat } from '#domain/formats/format-table.ts';
import { plainText } from '#domain/formats/plain-text.ts';

describeFormat(plainText, {
  good: ['', '中文，标点。', 'a-b_c (d) #1 100% /x', 'two\nlines\twith tab', '💡'],
  bad: [
    ["it's", 'punctuation'],
    ['"', 'punctuation'],
    ['<b>', 'punctuation'],
    ['a>b', 'punctuation'],
    ['a&b', 'punctuation'],
    ['a;b', 'punctuation'],
    ['`', 'punctuation'],
    ['a\\b', 'punctuation'],
    ['a\0', 'control'],
    ['a\x07', 'control'],
    ['a\ud800', 'control'],
  ],
  padding: 'free',
});
