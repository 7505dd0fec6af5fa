import { expect, test } from 'vitest';

import { describeFormat } from '#domain/formats/format-table.ts';
import { emailList } from '#domain/formats/email-list.ts';

describeFormat(emailList, {
  good: ['a@b.c', 'a@b.c;d@e.f', 'a@b.c; d@e.f'],
  bad: [
    ['', 'empty'],
    [' ', 'empty'],
    [';', 'item'],
    ['a@b.c;', 'item'],
    ['a@b.c;;d@e.f', 'item'],
    ['a@b.c,d@e.f', 'item'],
    ['a@b.c;d', 'item'],
  ],
  normalised: [['a@b.c； d@e.f;', 'a@b.c;d@e.f']],
  padding: 'free',
});

test('the error names position and value', () => {
  expect(emailList.check('a@b.c; d')?.params).toEqual({ position: 2, value: 'd' });
});
