import { RefusedFile } from './refused.ts';
import { TABLE } from '#domain/table-size.ts';

/** What an archive may at most unpack to; a sheet of 10,000 rows needs a tenth of it. */
export const CAPS = { entries: 1000, unpacked: 128 * 1024 * 1024, table: TABLE } as const;
type Caps = { entries: number; unpacked: number; table: { rows: number; columns: number; cells: number } };

type Entry = { name: string; method: number; packed: number; at: number };

/**
 * Refuses an archive before anything is kept of it: by its directory, then by what really comes out, which is counted
 * and thrown away, because a directory may lie. What it is made of is measured with it.
 */
export async function guardArchive(bytes: ArrayBuffer, caps: Caps = CAPS): Promise<void> {
  const entries = directoryOf(new DataView(bytes), caps);
  let left = caps.unpacked;
  for (const entry of entries) {
    const sheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(entry.name);
    const meter = /\.(?:xml|rels)$/i.test(entry.name) ? tagMeter(sheet ? sheetMeter(caps.table) : undefined) : undefined;
    left = await count(bytes, entry, left, meter);
  }
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const ENCRYPTED = 1;

function directoryOf(view: DataView, { entries: mostEntries, unpacked }: Caps): Entry[] {
  const end = endOf(view);
  const total = view.getUint16(end + 10, true);
  if (total > mostEntries) throw new RefusedFile('tooLarge');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  let declared = 0;
  for (let index = 0; index < total; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) throw new RefusedFile('broken');
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new RefusedFile('encrypted');
    const nameLength = view.getUint16(at + 28, true);
    declared += view.getUint32(at + 24, true);
    if (declared > unpacked) throw new RefusedFile('tooLarge');
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
  throw new RefusedFile('broken');
}

async function count(bytes: ArrayBuffer, { method, packed, at }: Entry, left: number, meter?: (text: string) => void): Promise<number> {
  const view = new DataView(bytes);
  if (at + 30 > bytes.byteLength) throw new RefusedFile('broken');
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.byteLength) throw new RefusedFile('broken');
  const content = new Blob([new Uint8Array(bytes, start, packed)]).stream();
  const reader = (method === 0 ? content : content.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  const text = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new RefusedFile('broken');
    });
    if (done) return left;
    left -= value.byteLength;
    if (left < 0) {
      await reader.cancel();
      throw new RefusedFile('tooLarge');
    }
    meter?.(text.decode(value, { stream: true }));
  }
}

const LONGEST_TAG = 10_000;
const DEEPEST = 100;

/**
 * Looks at the tags of a part as they come. Parsers of XML take their time with a tag of 200,000 attributes, with elements
 * in one another without end, and with entities that a document defines itself: no workbook has any of them.
 */
function tagMeter(look?: (tag: string) => void): (text: string) => void {
  let rest = '';
  let depth = 0;
  return (text) => {
    const all = rest + text;
    let at = all.indexOf('<');
    while (at >= 0) {
      const end = all.indexOf('>', at);
      if (end < 0 ? all.length - at > LONGEST_TAG : end - at > LONGEST_TAG) throw new RefusedFile('broken');
      if (end < 0) break;
      const tag = all.slice(at, end + 1);
      if (tag.startsWith('<!DOCTYPE') || tag.startsWith('<!ENTITY')) throw new RefusedFile('broken');
      if (tag.startsWith('</')) depth--;
      else if (!tag.endsWith('/>') && !tag.startsWith('<?') && !tag.startsWith('<!')) depth++;
      if (depth > DEEPEST) throw new RefusedFile('broken');
      look?.(tag);
      at = all.indexOf('<', end);
    }
    // a tag may be cut in two by the stream
    rest = at < 0 ? '' : all.slice(at);
  };
}

/** The rows and cells of a sheet, as many as it has and as far as they reach: one cell far away fills all before it. */
function sheetMeter({ rows: mostRows, columns: mostColumns, cells: mostCells }: Caps['table']): (tag: string) => void {
  let [rows, cells, width, height] = [0, 0, 0, 0];
  return (tag) => {
    if (/^<(?:\w+:)?row[\s/>]/.test(tag)) rows++;
    if (/^<(?:\w+:)?c[\s/>]/.test(tag)) {
      cells++;
      const [, letters = '', row = '0'] = /\sr="([A-Z]{1,3})(\d{1,7})"/.exec(tag) ?? [];
      width = Math.max(width, columnNumber(letters));
      height = Math.max(height, Number(row));
    }
    if (Math.max(rows, height) > mostRows + 1 || width > mostColumns || cells > mostCells || width * height > mostCells)
      throw new RefusedFile('tooMany');
  };
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
