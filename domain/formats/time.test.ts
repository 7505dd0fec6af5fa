import { describeFormat } from '#domain/formats/format-table.ts';
import { time } from '#domain/formats/time.ts';

describeFormat(time, {
  good: ['00:00:00Z', '23:59:60Z', '08:30:06.283185+08:00'],
  bad: [
    ['', 'invalid'],
    ['08:30', 'invalid'],
    ['08:30:00', 'invalid'],
    ['24:00:00Z', 'invalid'],
    ['22:59:60Z', 'invalid'],
  ],
});
