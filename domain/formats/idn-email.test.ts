import { describeFormat } from '#domain/formats/format-table.ts';
import { idnEmail } from '#domain/formats/idn-email.ts';

describeFormat(idnEmail, {
  good: ['张三@例子.cn', 'a@b.c', '실례@실례.테스트'],
  bad: [
    ['', 'invalid'],
    ['2962', 'invalid'],
    ['张三', 'invalid'],
    ['张 三@例子.cn', 'invalid'],
    ['张三@-例子', 'invalid'],
  ],
});
