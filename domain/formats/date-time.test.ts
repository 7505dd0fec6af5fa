import { describeFormat } from '#domain/formats/format-table.ts';
import { dateTime } from '#domain/formats/date-time.ts';

describeFormat(dateTime, {
  good: ['2024-02-29T08:30:00Z', '2024-02-29t08:30:00.5+08:00'],
  bad: [
    ['', 'invalid'],
    ['2024-02-29', 'invalid'],
    ['2024-02-29 08:30:00Z', 'invalid'],
    ['2023-02-29T00:00:00Z', 'invalid'],
    ['1700000000', 'invalid'],
    ['2024-02-29T24:00:00Z', 'invalid'],
  ],
});
