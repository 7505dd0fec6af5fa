import { describeFormat } from '#domain/formats/format-table.ts';
import { mac } from '#domain/formats/mac.ts';

describeFormat(mac, {
  good: ['00:11:22:33:44:55', 'aa:bb:cc:dd:ee:ff', 'AA:BB:CC:DD:EE:FF', '00:00:00:00:00:00'],
  bad: [
    ['', 'invalid'],
    ['*', 'invalid'],
    ['00-11-22', 'invalid'],
    ['00:11:22:33:44', 'invalid'],
    ['00:11:22:33:44:55:66', 'invalid'],
    ['0:1:2:3:4:5', 'invalid'],
    ['00:11:22:33:44:5g', 'invalid'],
    ['00:11:22-33:44:55', 'invalid'],
    ['001122334455', 'invalid'],
    ['0011.2233', 'invalid'],
    ['００:11:22:33:44:55', 'separator'],
    ['00-11-22-33-44-55', 'separator'],
    ['0011.2233.4455', 'separator'],
  ],
  normalised: [
    ['00-1A-22-33-44-55', '00:1a:22:33:44:55'],
    ['0011.22AA.4455', '00:11:22:aa:44:55'],
    [' AA:BB:CC:DD:EE:FF ', 'aa:bb:cc:dd:ee:ff'],
  ],
});
