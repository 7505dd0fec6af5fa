import { describeFormat } from '#domain/formats/format-table.ts';
import { password } from '#domain/formats/password.ts';

describeFormat(password, {
  good: ['Abcdefg1', 'A1 b!@#$%^', `Aa1${'x'.repeat(29)}`],
  bad: [
    ['', 'length'],
    ['Abcdef1', 'length'],
    [`Aa1${'x'.repeat(30)}`, 'length'],
    ['abcdefg1', 'upper'],
    ['ABCDEFG1', 'lower'],
    ['Abcdefgh', 'digit'],
    ['Abcdefg1中', 'chinese'],
    ['Abcdefg1。', 'chinese'],
    ['Abcdefg1\0', 'control'],
  ],
  padding: 'free',
});
