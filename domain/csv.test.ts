import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine, csvText, formulaSafe, guarded, guardedInWorkbook, isClearing, plainText } from './csv.ts';

test.each(['=1+1', '+86 10', '-2', '@sum', '\tx', '\rx'])('a spreadsheet does not run %j', (text) => {
  expect(formulaSafe(text)).toBe(`'${text}`);
  expect(guarded(text)).toBe(`'${text}`);
});

test("a value's text is read back as it is, however it begins", () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('', "'", "''"), fc.constantFrom('=1+1', '-5', '@x', '[clear]', ' [清空] ', 'HQ'))
      .map((parts) => parts.join('')),
  );
  fc.assert(fc.property(text, (each) => plainText(guardedInWorkbook(each)) === each && !isClearing(guardedInWorkbook(each))));
  fc.assert(
    fc.property(text, (each) => plainText(guarded(each)) === each && !isClearing(guarded(each)) && !/^[=+\-@\t\r]/.test(guarded(each))),
  );
});

test.each(['[clear]', '[CLEAR]', ' [清空] '])('%j asks for a value to be taken away', (text) => {
  expect(isClearing(text)).toBe(true);
  expect(csvText([[text]])).toContain(text.trim());
});

test.each(['', 'HQ', "'quoted'", '1=1', '总部'])('%j needs no guard', (text) => {
  expect(guarded(text)).toBe(text);
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
