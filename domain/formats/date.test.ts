import { describeFormat } from '#domain/formats/format-table.ts';
import { date } from '#domain/formats/date.ts';

describeFormat(date, {
  good: ['2024-02-29', '0001-01-01', '9999-12-31'],
  bad: [
    ['', 'invalid'],
    ['2023-02-29', 'invalid'],
    ['2024-13-01', 'invalid'],
    ['2024-1-1', 'invalid'],
    ['2024/01/01', 'invalid'],
    ['２０２４-01-01', 'invalid'],
  ],
});
