import { inflateSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { drawText, HEIGHT, WIDTH } from '#server/features/account/captcha/draw.ts';
import { glyphs } from '#server/features/account/captcha/glyphs.ts';

const LENGTH = 5;
const SIDE = 20;
const signs = Object.keys(glyphs);
/** The same texts every time, spread over all signs; how they are drawn is another every time. */
const textOf = (number: number): string =>
  Array.from({ length: LENGTH }, (_, index) => signs[(number * 7 + index * 5 + ((number * (index + 3)) % 11)) % signs.length]).join('');

/** The ink of a picture, as a program reads it off the PNG. */
function inkOf(png: Buffer): number[][] {
  const header = png.subarray(16, 26);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(data));
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_each, x) => rows[y * (1 + width * 2) + 2 + x * 2] ?? 0));
}

/** Cuts a picture into as many pieces as it has signs, each brought to one size around its ink. */
function piecesOf(ink: number[][]): number[][] {
  const step = (WIDTH - 36) / LENGTH;
  return Array.from({ length: LENGTH }, (_, index) => {
    const left = Math.round(18 + step * index);
    const box = ink.map((row) => row.slice(left, left + Math.round(step)).map((value) => (value > 100 ? 1 : 0)));
    const rows = box.flatMap((row, y) => (row.some(Boolean) ? [y] : []));
    const columns = (box[0] ?? []).flatMap((_value, x) => (box.some((row) => row[x] === 1) ? [x] : []));
    const [top = 0, bottom = 1, first = 0, last = 1] = [rows[0], rows.at(-1), columns[0], columns.at(-1)];
    return Array.from({ length: SIDE * SIDE }, (_each, place) => {
      const y = Math.round(top + (Math.floor(place / SIDE) / (SIDE - 1)) * (bottom - top));
      const x = Math.round(first + ((place % SIDE) / (SIDE - 1)) * (last - first));
      return box[y]?.[x] ?? 0;
    });
  });
}

const far = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0);

test('is pixels: no line of a sign, no text and no colour that tells it from the noise', () => {
  const png = drawText('A7KXP');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([WIDTH, HEIGHT, 8, 4]);
  expect(png.toString('latin1')).not.toMatch(/A7KXP|tEXt|svg|path/);
  // the same text never comes twice
  expect(drawText('A7KXP').equals(png)).toBe(false);
});

test('a program that compares pieces with what it learned reads fewer than one picture in twenty', { timeout: 120_000 }, () => {
  // more than anybody has who only fetches pictures: two hundred of them with their solutions
  const known = Array.from({ length: 200 }, (_, number) => textOf(number)).flatMap((text) =>
    piecesOf(inkOf(drawText(text))).map((piece, index) => ({ sign: text[index] ?? '', piece })),
  );
  const means = signs.map((sign) => {
    const all = known.filter((each) => each.sign === sign).map(({ piece }) => piece);
    return {
      sign,
      piece: Array.from({ length: SIDE * SIDE }, (_, place) => all.reduce((sum, piece) => sum + (piece[place] ?? 0), 0) / all.length),
    };
  });
  const nearest = (piece: number[], among: typeof known): string =>
    among.reduce((best, each) => (far(piece, each.piece) < far(piece, best.piece) ? each : best)).sign;
  let [byMeans, byNearest, signsRead] = [0, 0, 0];
  const tried = 200;
  for (let number = 1000; number < 1000 + tried; number++) {
    const text = textOf(number);
    const pieces = piecesOf(inkOf(drawText(text)));
    const read = pieces.map((piece) => nearest(piece, known)).join('');
    if (pieces.map((piece) => nearest(piece, means)).join('') === text) byMeans++;
    if (read === text) byNearest++;
    signsRead += Array.from(read).filter((sign, index) => sign === text[index]).length;
  }
  console.log(`of ${tried}: ${byMeans} by templates, ${byNearest} by the nearest piece, ${signsRead} of ${tried * LENGTH} signs`);
  expect(byMeans / tried).toBeLessThan(0.05);
  expect(byNearest / tried).toBeLessThan(0.05);
});
