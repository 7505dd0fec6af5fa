import { describeFormat } from '#domain/formats/format-table.ts';
import { uri } from '#domain/formats/uri.ts';

describeFormat(uri, {
  good: ['http://a', 'mailto:a@b.c', 'urn:a:b', 'http://[::1]:80/', 'http://[v1.a:b]/', 'http://u:p@h:80/p?q?#f?', 'x:', 'http://h:/'],
  bad: [
    ['', 'invalid'],
    ['/a', 'invalid'],
    ['//h', 'invalid'],
    ['http://[::1', 'invalid'],
    ['http://[::1]x/', 'invalid'],
    ['http://h:8x/', 'invalid'],
    ['http://a#b#c', 'invalid'],
    ['http://路/', 'invalid'],
    ['http://a/%zz', 'invalid'],
    ['http://h/[a]', 'invalid'],
  ],
});
