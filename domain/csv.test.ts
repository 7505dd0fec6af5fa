import { expect, test } from 'vitest';
import { csvCell, csvLine, csvText, formulaSafe, plainText } from './csv.ts';

test.each(['=1+1', '+86 10', '-2', '@sum', '\tx', '\rx'])('a spreadsheet does not run %j', (text) => {
  expect(formulaSafe(text)).toBe(`'${text}`);
  expect(plainText(formulaSafe(text))).toBe(text);
});

test.each(['', 'HQ', "'quoted'", '1=1', '总部'])('%j needs no guard', (text) => {
  expect(formulaSafe(text)).toBe(text);
  expect(plainText(text)).toBe(text);
});

test('cells', () => {
  expect(csvCell(-5)).toBe('-5');
  expect(csvCell('-5')).toBe("'-5");
  expect(csvCell(null)).toBe('');
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  expect(csvCell(['a'])).toBe('"[""a""]"');
  expect(csvCell('=cmd|"x"!A1')).toBe(`"'=cmd|""x""!A1"`);
});

test('lines and files', () => {
  expect(csvLine(['a', 1, true, undefined])).toBe('a,1,true,\r\n');
  expect(csvText([['名称']])).toBe('\uFEFF名称\r\n');
});
