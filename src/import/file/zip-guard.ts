/** What an archive may at most unpack to; a sheet of 10,000 rows needs a tenth of it. */
export const CAPS = { entries: 1000, unpacked: 128 * 1024 * 1024, cells: 5_000_000 } as const;

type Entry = { name: string; method: number; packed: number; at: number };

/** Thrown for what is no workbook, or one that is made to fill the memory. */
export class WorkbookError extends Error {
  readonly code: 'broken' | 'tooLarge' | 'encrypted';

  constructor(code: WorkbookError['code']) {
    super(`The workbook is refused: ${code}`);
    this.code = code;
  }
}

/**
 * Refuses an archive before anything is kept of it: by its directory, then by what really comes out, which is counted
 * and thrown away, because a directory may lie. Of a sheet the area is measured too: one cell far away fills all before it.
 */
export async function guardArchive(bytes: ArrayBuffer, caps: { entries: number; unpacked: number; cells: number } = CAPS): Promise<void> {
  const entries = directoryOf(new DataView(bytes), caps);
  let left = caps.unpacked;
  for (const entry of entries) {
    const area = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.name) ? areaMeter(caps.cells) : undefined;
    left = await count(bytes, entry, left, area);
  }
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const ENCRYPTED = 1;

function directoryOf(view: DataView, caps: { entries: number; unpacked: number }): Entry[] {
  const end = endOf(view);
  const total = view.getUint16(end + 10, true);
  if (total > caps.entries) throw new WorkbookError('tooLarge');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  let declared = 0;
  for (let index = 0; index < total; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) throw new WorkbookError('broken');
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new WorkbookError('encrypted');
    const nameLength = view.getUint16(at + 28, true);
    declared += view.getUint32(at + 24, true);
    if (declared > caps.unpacked) throw new WorkbookError('tooLarge');
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, Math.min(nameLength, view.byteLength - at - 46))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The directory's end stands behind everything, before a comment of at most 64 KB. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new WorkbookError('broken');
}

async function count(bytes: ArrayBuffer, { method, packed, at }: Entry, left: number, area?: (text: string) => void): Promise<number> {
  const view = new DataView(bytes);
  if (at + 30 > bytes.byteLength) throw new WorkbookError('broken');
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.byteLength) throw new WorkbookError('broken');
  const content = new Blob([new Uint8Array(bytes, start, packed)]).stream();
  const reader = (method === 0 ? content : content.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  const text = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new WorkbookError('broken');
    });
    if (done) return left;
    left -= value.byteLength;
    if (left < 0) {
      await reader.cancel();
      throw new WorkbookError('tooLarge');
    }
    area?.(text.decode(value, { stream: true }));
  }
}

/** Width times height up to the last cell that a sheet names. */
function areaMeter(most: number): (text: string) => void {
  let rest = '';
  let columns = 0;
  let rows = 0;
  return (text) => {
    const all = rest + text;
    for (const [, letters = '', row] of all.matchAll(/<c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g)) {
      columns = Math.max(columns, columnNumber(letters));
      rows = Math.max(rows, Number(row));
    }
    if (columns * rows > most) throw new WorkbookError('tooLarge');
    // a tag may be cut in two by the stream
    const open = all.lastIndexOf('<');
    rest = open >= 0 && all.length - open < 1000 ? all.slice(open) : '';
  };
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
