import { archive, bufferOf, type Part } from './archive.fixture.ts';

const CONTENT = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';
const WORKBOOK =
  '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="x" sheetId="1" r:id="r1"/></sheets></workbook>';

/** A workbook of one sheet, with what else it shall hold. */
function workbook(sheet: string, more: Record<string, string> = {}): ArrayBuffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml': CONTENT,
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  };
  return archive(Object.entries(parts).map(([name, text]): Part => ({ name, content: Buffer.from(text) })));
}

const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const cell = (place: string, text = 'x'): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const text = (value: string): ArrayBuffer => bufferOf(Buffer.from(value));
export const many = (count: number, each: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(between);

type Hostile = [what: string, make: () => ArrayBuffer, expected: string];

/**
 * Files that somebody might bring to harm a page, and what becomes of each: `table` where it is read, for what is odd is no
 * fault as long as it is not too much.
 */
export const hostileFiles: Hostile[] = [
  ['10,000 columns', () => text(`${many(10_000, (index) => `c${index}`, ',')}\n${many(10_000, () => 'x', ',')}`), 'tooMany'],
  ['a million columns', () => text(many(1_000_000, () => 'x', ',')), 'tooMany'],
  ['a million columns of nothing', () => text(','.repeat(1_000_000)), 'tooMany'],
  ['16 MB of separators', () => text(','.repeat(16_000_000)), 'tooMany'],
  ['16 MB of tabs', () => text('\t'.repeat(16_000_000)), 'tooMany'],
  ['columns only far below', () => text(`a,b\n${'1,2\n'.repeat(1000)}${','.repeat(5000)}`), 'tooMany'],
  ['a million rows', () => text(`a\n${'1\n'.repeat(1_000_000)}`), 'tooMany'],
  ['eight million empty rows', () => text('\n'.repeat(8_000_000)), 'tooMany'],
  ['a million rows that end as on an old Mac', () => text(`a\r${'1\r'.repeat(1_000_000)}`), 'tooMany'],
  ['90,000 rows that end as on an old Mac', () => text(`a\r${'1\r'.repeat(90_000)}`), 'table'],
  ['90,000 rows of mixed ends', () => text(`a\n${'1\r\n2\n'.repeat(45_000)}`), 'table'],
  [
    'two million cells in a legal shape',
    () => text(`${many(200, (index) => `c${index}`, ',')}\n${`${many(200, () => '1', ',')}\n`.repeat(10_000)}`),
    'tooMany',
  ],
  ['one cell of 15 MB', () => text(`a,b\n${'x'.repeat(15_000_000)},1`), 'table'],
  ['one quoted cell of 15 MB of line breaks', () => text(`a,b\n"${'\n'.repeat(15_000_000)}",1`), 'table'],
  ['a quote that never ends', () => text(`a,b\n"${'x,\n'.repeat(2_000_000)}`), 'table'],
  ['nothing but quotes', () => text('"'.repeat(200_000)), 'table'],
  ['quotes where none belong', () => text(`a\n"x"${'y"z"'.repeat(50_000)}`), 'table'],
  ['quotes and separators by turns', () => text(`a\n${'",'.repeat(50_000)}`), 'table or tooMany'],
  ['quoted quotes', () => text(`a\n"${'""'.repeat(200_000)}"`), 'table'],
  ['nothing', () => text(''), 'table'],
  ['a byte order mark and nothing', () => text('\ufeff'), 'table'],
  ['zero bytes', () => new ArrayBuffer(1_000_000), 'notText'],
  ['a picture', () => bufferOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])), 'notText'],
  ['UTF-16 of one byte too few', () => bufferOf(Buffer.from([0xff, 0xfe, 0x61])), 'table'],
  ['bytes that are no text in any encoding', () => bufferOf(Buffer.alloc(2_000_000, 0xff)), 'table'],
  ['names of what every object has', () => text('__proto__,constructor,toString\n1,2,3'), 'table'],
  ['notes without end', () => text(`a\n${'#\n'.repeat(99_000)}`), 'table'],
  ['a million rows', () => workbook(sheetOf(many(1_000_000, (index) => `<row r="${index + 1}"><c r="A${index + 1}"/></row>`))), 'tooMany'],
  ['a million rows without numbers', () => workbook(sheetOf('<row><c/></row>'.repeat(1_000_000))), 'tooMany'],
  ['16,384 columns', () => workbook(sheetOf(`<row r="1">${cell('A1')}${cell('XFD1')}</row>`)), 'tooMany'],
  ['one cell far away', () => workbook(sheetOf(`<row r="1">${cell('A1')}</row><row r="1048576">${cell('B1048576')}</row>`)), 'tooMany'],
  [
    'cells within the bounds, but a wide area',
    () => workbook(sheetOf(`<row r="1">${cell('A1')}</row><row r="90000">${cell('KN90000')}</row>`)),
    'tooMany',
  ],
  ['two million cells without places', () => workbook(sheetOf(`<row r="1">${'<c/>'.repeat(2_000_000)}</row>`)), 'tooMany'],
  [
    '200,000 attributes in one tag',
    () => workbook(sheetOf(`<row r="1"><c ${many(200_000, (index) => `a${index}="1"`, ' ')} r="A1"/></row>`)),
    'broken',
  ],
  ['a tag that never ends', () => workbook(`<worksheet ${' '.repeat(3_000_000)}`), 'broken'],
  ['the beginnings of a million tags', () => workbook(sheetOf('<c '.repeat(1_000_000))), 'broken'],
  ['100,000 elements in one another', () => workbook(sheetOf('<x>'.repeat(100_000))), 'broken'],
  [
    'entities of entities',
    () => workbook(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetOf(`<row r="1">${cell('A1', '&b;')}</row>`)}`),
    'broken',
  ],
  ['shared texts that are not there', () => workbook(sheetOf('<row r="1"><c r="A1" t="s"><v>99999999</v></c></row>')), 'table or broken'],
  ['a sheet of another name', () => workbook('', { 'xl/worksheets/sheet1.xml': '' }), 'table or broken'],
  ['no sheet at all', () => archive([{ name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') }]), 'broken'],
  ['an archive of nothing', () => archive([]), 'broken'],
  ['the first two letters of an archive', () => text('PK'), 'broken'],
  [
    '200 MB of zeros',
    () => archive([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(130 * 1024 * 1024), declared: 10 }]),
    'tooLarge or broken',
  ],
  [
    '2,000 parts',
    () => archive(Array.from({ length: 2000 }, (_, index) => ({ name: `${index}.xml`, content: Buffer.from('x') }))),
    'tooLarge',
  ],
];
