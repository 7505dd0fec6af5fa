import { describeFormat } from '#domain/formats/format-table.ts';
import { asNumber } from '#domain/formats/as-number.ts';

describeFormat(asNumber, {
  good: ['1', '64512', '65535', '4294967294'],
  bad: [
    ['', 'invalid'],
    ['0', 'invalid'],
    ['4294967295', 'invalid'],
    ['01', 'invalid'],
    ['1.10', 'invalid'],
    ['AS65000', 'invalid'],
    ['-1', 'invalid'],
    ['６５０００', 'invalid'],
  ],
  normalised: [[' 65000', '65000']],
});
