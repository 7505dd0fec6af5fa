import { describeFormat } from '#domain/formats/format-table.ts';
import { wifiKey } from '#domain/formats/wifi-key.ts';

describeFormat(wifiKey, {
  good: ['123456789', 'a b c d e f', '~'.repeat(63)],
  bad: [
    ['', 'length'],
    ['12345678', 'length'],
    ['a'.repeat(64), 'length'],
    ['密码密码密码密码密码', 'character'],
    ['12345678\n', 'character'],
    ['12345678９', 'character'],
  ],
  padding: 'free',
});
