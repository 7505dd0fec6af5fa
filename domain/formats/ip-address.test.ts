import { describeFormat } from '#domain/formats/format-table.ts';
import { ip } from '#domain/formats/ip-address.ts';

describeFormat(ip, {
  good: ['10.0.0.1', '::', 'fe80::1'],
  bad: [
    ['', 'invalid'],
    ['*', 'invalid'],
    ['10.0.0', 'invalid'],
    ['10.0.0.0/8', 'invalid'],
    ['fe80::1%1', 'invalid'],
    ['example.com', 'invalid'],
  ],
  normalised: [
    [' 2001:DB8::0 ', '2001:db8::'],
    ['10.0.0.1', '10.0.0.1'],
  ],
});
