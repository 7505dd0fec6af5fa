import { describe, expect, test } from 'vitest';
import { readXlsx } from './read-xlsx.ts';
import { xlsxBlob } from '#domain/xlsx.ts';
import { archive, bufferOf } from './archive.fixture.ts';
import { RefusedFile } from './refused.ts';
import { CAPS, guardArchive } from './zip-guard.ts';

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RefusedFile ? error.code : String(error);
}

const sheet = (cells: string): Uint8Array => Buffer.from(`<worksheet><sheetData>${cells}</sheetData></worksheet>`);

describe('a workbook that we wrote', () => {
  test('is read back as it was, whatever its cells hold', async () => {
    const hostile = ['=1+1', '+cmd', '@x', '__proto__ ', 'constructor ', 'a<b>&"\'', '两行\n中文', '😀'];
    const blob = await xlsxBlob([{ name: 'Tag/[1]', rows: [['Name', 'Count', 'On'], ...hostile.map((text) => [text, 1.5, true])] }]);
    const table = await readXlsx(await blob.arrayBuffer());
    expect(table.headers).toEqual(['Name', 'Count', 'On']);
    expect(table.rows.map(({ cells }) => cells)).toEqual(hostile.map((text) => [text, '1.5', 'true']));
    expect(table.rows.map(({ line }) => line)).toEqual(hostile.map((_, index) => index + 2));
  });

  test('holds no formula, and nothing that XML cannot hold', async () => {
    const blob = await xlsxBlob([{ name: 'x', rows: [['h'], ['=HYPERLINK("x")'], ['a\u0000b\u0008'], ['\ud800'], ['__proto__']] }]);
    const table = await readXlsx(await blob.arrayBuffer());
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['=HYPERLINK("x")', 'ab', '__proto__ ']);
  });

  test('of 10,000 rows is read back whole', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [`name-${index}`, index]);
    const table = await readXlsx(await (await xlsxBlob([{ name: 'x', rows: [['a', 'b'], ...rows] }])).arrayBuffer());
    expect(table.rows).toHaveLength(10_000);
    expect(table.rows.at(-1)).toEqual({ line: 10_001, cells: ['name-9999', '9999'] });
  });
});

describe('an archive that would fill the memory is refused before it is unpacked', () => {
  const caps = { entries: 10, unpacked: 1_000_000, table: { columns: 300, rows: 1000, cells: 10_000 } };

  test('by what its directory says', async () => {
    expect(await refusal(guardArchive(archive([{ name: 'a.xml', content: Buffer.alloc(2_000_000) }]), caps))).toBe('tooLarge');
    expect(await refusal(readXlsx(archive([{ name: 'a.xml', content: Buffer.from('x'), declared: CAPS.unpacked + 1 }])))).toBe('tooLarge');
  });

  test('by what really comes out, where the directory lies', async () => {
    const bomb = archive([{ name: 'a.xml', content: Buffer.alloc(20_000_000), declared: 10 }]);
    expect(bomb.byteLength).toBeLessThan(25_000);
    expect(await refusal(guardArchive(bomb, caps))).toBe('tooLarge');
  });

  test('by the number of its parts', async () => {
    const parts = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.xml`, content: Buffer.from('x') }));
    expect(await refusal(guardArchive(archive(parts), caps))).toBe('tooLarge');
    expect(await refusal(guardArchive(archive(parts.slice(1)), caps))).toBe('undefined');
  });

  test('by one cell far away from all others', async () => {
    const far = archive([
      { name: 'xl/worksheets/sheet1.xml', content: sheet('<row r="1"><c r="A1"/></row><row r="9"><c s="1" r="XFD1048576"/></row>') },
    ]);
    expect(await refusal(guardArchive(far, CAPS))).toBe('tooMany');
    const near = archive([{ name: 'xl/worksheets/sheet1.xml', content: sheet('<row r="1"><c r="A1"/><c r="CV100"/></row>') }]);
    expect(await refusal(guardArchive(near, caps))).toBe('undefined');
  });

  test('and one with a password, or that is none, says so', async () => {
    expect(await refusal(guardArchive(archive([{ name: 'a.xml', content: Buffer.from('x') }], 1), caps))).toBe('encrypted');
    expect(await refusal(readXlsx(bufferOf(Buffer.from('PK\u0003\u0004 no archive'))))).toBe('broken');
    expect(await refusal(readXlsx(archive([{ name: 'word/document.xml', content: Buffer.from('<w/>') }])))).toBe('broken');
  });
});
