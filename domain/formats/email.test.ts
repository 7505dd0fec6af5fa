import { describeFormat } from '#domain/formats/format-table.ts';
import { email } from '#domain/formats/email.ts';

describeFormat(email, {
  good: ['a@b.c', 'first.last+tag@example.com', '"a b"@example.com', 'a@[10.0.0.1]', 'a@[IPv6:::1]', `${'a'.repeat(64)}@b.c`],
  bad: [
    ['', 'invalid'],
    ['a', 'invalid'],
    ['@b', 'invalid'],
    ['a@', 'invalid'],
    ['a@b@c', 'invalid'],
    ['.a@b', 'invalid'],
    ['a..b@c', 'invalid'],
    ['a b@c', 'invalid'],
    ['a@b_c', 'invalid'],
    ['a@[::1]', 'invalid'],
    ['张三@例子.cn', 'invalid'],
    [`${'a'.repeat(65)}@b.c`, 'invalid'],
    ['a＠b.c', 'invalid'],
  ],
  normalised: [[' a@b.c ', 'a@b.c']],
});
