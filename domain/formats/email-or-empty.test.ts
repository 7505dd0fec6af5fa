import { describeFormat } from '#domain/formats/format-table.ts';
import { emailOrEmpty } from '#domain/formats/email-or-empty.ts';

describeFormat(emailOrEmpty, {
  good: ['', 'a@b.c'],
  bad: [
    [' ', 'invalid'],
    ['a@', 'invalid'],
  ],
  normalised: [['  ', '']],
});
