import { describeFormat } from '#domain/formats/format-table.ts';
import { cidrOrEmpty } from '#domain/formats/cidr-or-empty.ts';

describeFormat(cidrOrEmpty, {
  good: ['', '10.0.0.0/8', '::/0'],
  bad: [
    [' ', 'syntax'],
    ['10.0.0.1/8', 'hostBits'],
    ['10.0.0.0', 'syntax'],
  ],
  normalised: [
    ['  ', ''],
    [' 10.0.0.0/8', '10.0.0.0/8'],
  ],
});
