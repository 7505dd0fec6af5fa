import { expect, test } from 'vitest';
import { decodeText, isText, parseCsv } from './parse-csv.ts';

test('rows know their line, also after a cell with line breaks and empty lines', () => {
  const { headers, rows } = parseCsv('\uFEFFname,remark\r\na,"two\r\nlines"\r\n\r\nb,c\r\n');
  expect(headers).toEqual(['name', 'remark']);
  expect(rows).toEqual([
    { line: 2, cells: ['a', 'two\r\nlines'] },
    { line: 5, cells: ['b', 'c'] },
  ]);
});

test.each(['name\tremark\na\tb', 'name;remark\na;b', 'name,remark\na,b'])('guesses what separates %j', (text) => {
  expect(parseCsv(text).rows[0]?.cells).toEqual(['a', 'b']);
});

test('a single column', () => {
  expect(parseCsv('name\na\nb').rows.map(({ cells }) => cells)).toEqual([['a'], ['b']]);
});

test('a quote that never ends is told', () => {
  expect(parseCsv('name,remark\na,"b\nc,d').broken).toEqual([2]);
});

test('nothing at all', () => {
  expect(parseCsv('')).toEqual({ headers: [], rows: [], broken: [] });
});

test('decodes UTF-8, UTF-16 and GB 18030', () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  expect(decodeText(new TextEncoder().encode('名称').buffer)).toBe('名称');
  expect(decodeText(bytes(0xc3, 0xfb, 0xb3, 0xc6))).toBe('名称');
  expect(decodeText(bytes(0xff, 0xfe, 0x0d, 0x54, 0xf0, 0x79))).toBe('名称');
});

test('a workbook is no text, a sheet in UTF-16 is', () => {
  const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'latin1')).buffer;
  expect(isText(bytes('PK\u0003\u0004\0\0'))).toBe(false);
  expect(isText(bytes('name,type\n'))).toBe(true);
  expect(isText(bytes('\u00ff\u00fea\0,\0'))).toBe(true);
  expect(isText(new ArrayBuffer(0))).toBe(true);
});
