import { describeFormat } from '#domain/formats/format-table.ts';
import { timezone } from '#domain/formats/timezone.ts';

describeFormat(timezone, {
  good: ['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'],
  bad: [
    ['', 'invalid'],
    ['Asia/Pudong', 'invalid'],
    ['Shanghai', 'invalid'],
    ['+08:00', 'invalid'],
    ['Asia/Shanghai ', 'invalid'],
    ['亚洲/上海', 'invalid'],
  ],
  normalised: [[' Asia/Shanghai ', 'Asia/Shanghai']],
});
