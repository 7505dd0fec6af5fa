import { describeFormat } from '#domain/formats/format-table.ts';
import { uriReference } from '#domain/formats/uri-reference.ts';

describeFormat(uriReference, {
  good: ['', '/a', '//h/p', 'a/b:c', '?q', '#f', './a:b', 'http://a/b?c#d', '#'],
  bad: [
    ['a b', 'invalid'],
    ['1a:b', 'invalid'],
    [':a', 'invalid'],
    ['\\\\server', 'invalid'],
    ['/%', 'invalid'],
    ['#a#b', 'invalid'],
  ],
});
