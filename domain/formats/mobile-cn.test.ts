import { describeFormat } from '#domain/formats/format-table.ts';
import { mobileCn } from '#domain/formats/mobile-cn.ts';

describeFormat(mobileCn, {
  good: ['', '13800000000', '19912345678'],
  bad: [
    ['1380000000', 'invalid'],
    ['138000000000', 'invalid'],
    ['12800000000', 'invalid'],
    ['23800000000', 'invalid'],
    ['1380000000a', 'invalid'],
    ['１3800000000', 'invalid'],
    ['+8613800000000', 'invalid'],
  ],
  normalised: [
    ['+86 138 0000 0000', '13800000000'],
    ['138-0000-0000', '13800000000'],
    ['  ', ''],
  ],
});
