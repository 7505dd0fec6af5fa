import { describeFormat } from '#domain/formats/format-table.ts';
import { fwmark } from '#domain/formats/fwmark.ts';

describeFormat(fwmark, {
  good: ['0xff', '0xFF', '0x100', '0xffff', '0x0100', '0XFF'],
  bad: [
    ['', 'invalid'],
    ['0xfe', 'invalid'],
    ['0x0', 'invalid'],
    ['0x10000', 'invalid'],
    ['ff', 'invalid'],
    ['255', 'invalid'],
    ['0x', 'invalid'],
    ['0xfg', 'invalid'],
    ['-0xff', 'invalid'],
    ['0xff/0xff', 'invalid'],
  ],
  normalised: [
    ['0X0FF', '0xff'],
    [' 0xFFFF ', '0xffff'],
  ],
});
