import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits of grey and eight of alpha. */
const [DEPTH, GREY_ALPHA] = [8, 4];

/** Black ink on nothing, so that a page can show it on any ground; `ink` is row by row, 0 to 255. */
export function pngOfInk(ink: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([DEPTH, GREY_ALPHA, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 2));
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (1 + width * 2) + 2 + x * 2] = ink[y * width + x] ?? 0;
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
