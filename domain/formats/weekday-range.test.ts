import { describeFormat } from '#domain/formats/format-table.ts';
import { weekdayRange } from '#domain/formats/weekday-range.ts';

describeFormat(weekdayRange, {
  good: ['1', '7', '1-5', '1,3,5', '1-3,5-7', '6,7'],
  bad: [
    ['', 'invalid'],
    ['0', 'invalid'],
    ['8', 'invalid'],
    ['5-1', 'invalid'],
    ['1-1', 'invalid'],
    ['1,1', 'invalid'],
    ['1-5,3', 'invalid'],
    ['1-3-5', 'invalid'],
    ['01', 'invalid'],
    ['1,', 'invalid'],
    ['mon', 'invalid'],
  ],
  normalised: [[' 1-5 ', '1-5']],
});
