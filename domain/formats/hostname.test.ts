import { describeFormat } from '#domain/formats/format-table.ts';
import { hostname } from '#domain/formats/hostname.ts';

describeFormat(hostname, {
  good: ['a', 'www.example.com', '1host', 'xn--fiqs8s.cn', 'A-1.B', '10.0.0.1', `${'a'.repeat(63)}.b`],
  bad: [
    ['', 'invalid'],
    ['a.', 'invalid'],
    ['.a', 'invalid'],
    ['a..b', 'invalid'],
    ['-a', 'invalid'],
    ['a-', 'invalid'],
    ['a_b', 'invalid'],
    ['中国.cn', 'invalid'],
    [`${'a'.repeat(64)}.b`, 'invalid'],
    ['xn--a', 'invalid'],
    [`${'a.'.repeat(127)}a`, 'invalid'],
  ],
  normalised: [[' WWW.Example.COM', 'www.example.com']],
});
