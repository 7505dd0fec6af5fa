import { describeFormat } from '#domain/formats/format-table.ts';
import { timeOfDay } from '#domain/formats/time-of-day.ts';

describeFormat(timeOfDay, {
  good: ['00:00', '08:30', '23:59'],
  bad: [
    ['', 'invalid'],
    ['8:30', 'invalid'],
    ['24:00', 'invalid'],
    ['08:60', 'invalid'],
    ['08:30:00', 'invalid'],
    ['０８:30', 'invalid'],
    ['08：30', 'invalid'],
  ],
  normalised: [
    ['8:30', '08:30'],
    ['０８：３０', '08:30'],
  ],
});
