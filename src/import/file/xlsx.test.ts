import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readXlsx } from './read-xlsx.ts';
import { xlsxBlob } from './write-xlsx.ts';
import { CAPS, guardArchive, WorkbookError } from './zip-guard.ts';

type Part = { name: string; content: Uint8Array; /** What the directory says, where it lies. */ declared?: number };

/** A ZIP archive, written by hand so that it can lie. */
function archive(parts: Part[], flags = 0): ArrayBuffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, declared = content.length } of parts) {
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, rest, title]));
    chunks.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return bufferOf(Buffer.concat([...chunks, list, end]));
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WorkbookError ? error.code : String(error);
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
  const caps = { entries: 10, unpacked: 1_000_000, cells: 10_000 };

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
    expect(await refusal(guardArchive(far, CAPS))).toBe('tooLarge');
    const near = archive([{ name: 'xl/worksheets/sheet1.xml', content: sheet('<row r="1"><c r="A1"/><c r="CV100"/></row>') }]);
    expect(await refusal(guardArchive(near, caps))).toBe('undefined');
  });

  test('and one with a password, or that is none, says so', async () => {
    expect(await refusal(guardArchive(archive([{ name: 'a.xml', content: Buffer.from('x') }], 1), caps))).toBe('encrypted');
    expect(await refusal(readXlsx(bufferOf(Buffer.from('PK\u0003\u0004 no archive'))))).toBe('broken');
    expect(await refusal(readXlsx(archive([{ name: 'word/document.xml', content: Buffer.from('<w/>') }])))).toBe('broken');
  });
});
