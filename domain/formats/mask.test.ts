import { describeFormat } from '#domain/formats/format-table.ts';
import { mask } from '#domain/formats/mask.ts';

describeFormat(mask, {
  good: ['0', '1', '24', '32'],
  bad: [
    ['', 'invalid'],
    ['33', 'invalid'],
    ['-1', 'invalid'],
    ['08', 'invalid'],
    ['00', 'invalid'],
    ['+8', 'invalid'],
    ['2.5', 'invalid'],
    ['255.255.255.0', 'invalid'],
    ['２４', 'invalid'],
  ],
  normalised: [
    [' 24', '24'],
    ['２４', '24'],
  ],
});
