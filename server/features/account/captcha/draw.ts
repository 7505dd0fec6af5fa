import { randomBytes, randomInt } from 'node:crypto';

import { glyphs } from '#server/features/account/captcha/glyphs.ts';
import { pngOfInk } from '#server/features/account/captcha/png.ts';

/** Twice what the page shows, for screens with two pixels to one. */
export const WIDTH = 264;
export const HEIGHT = 88;

type Point = { x: number; y: number };
type Bend = (point: Point) => Point;

const CURVES = 2;
const CUTS = 2;
const SPECKS = 45;
const STEPS = 6;

/** A number of some range, with three digits behind the point. */
const between = (from: number, to: number): number => from + (randomInt(1_000_000) / 1_000_000) * (to - from);

/**
 * The text as pixels: every sign bent, turned and written in one of several ways, solid or hollow, beside each other so that strokes of two
 * seldom cross; then curves nearly as thick as the signs, cuts through them, and noise. There is no outline in it that a program could compare.
 */
export function drawText(text: string): Buffer {
  const ink = new Float32Array(WIDTH * HEIGHT);
  const bend = bending();
  const middles = placesOf(text.length);
  Array.from(text, (sign, index) => drawSign(ink, sign, { x: middles[index] ?? 0, y: HEIGHT / 2 + between(-9, 9) }, bend));
  for (let index = 0; index < CURVES; index++) stroke(ink, curve().map(bend), between(1, 1.9), 1);
  for (let index = 0; index < CUTS; index++) stroke(ink, curve(), between(0.6, 1.1), -1);
  for (let index = 0; index < SPECKS; index++) {
    const at = { x: between(0, WIDTH), y: between(0, HEIGHT) };
    stroke(ink, [at, { x: at.x + between(-5, 5), y: at.y + between(-5, 5) }], between(0.6, 1.6), index % 3 === 0 ? -1 : 1);
  }
  const noise = randomBytes(ink.length);
  // grain: no two pixels of a stroke are alike
  const pixels = Uint8Array.from(ink, (value, index) => Math.max(0, Math.min(255, value * (165 + (noise[index] ?? 0) * 0.35))));
  return pngOfInk(pixels, WIDTH, HEIGHT);
}

/** Where signs stand: nobody can cut them apart at the same places twice. */
function placesOf(count: number): number[] {
  const widths = Array.from({ length: count }, () => between(0.86, 1.14));
  const room = WIDTH - 44 - between(0, 14);
  const all = widths.reduce((sum, width) => sum + width, 0);
  let left = 22 + between(0, WIDTH - 44 - room);
  return widths.map((width) => {
    const wide = (width / all) * room;
    left += wide;
    return left - wide / 2;
  });
}

function drawSign(ink: Float32Array, sign: string, middle: Point, bend: Bend): void {
  const ways = glyphs[sign] ?? [];
  const way = ways[randomInt(ways.length)] ?? '';
  const [turn, lean] = [between(-0.3, 0.3), between(-0.2, 0.2)];
  const [wide, high] = [between(6, 7.8), between(7.6, 10.2)];
  const place = ({ x, y }: Point): Point => {
    const [left, top] = [(x - 2 + (3 - y) * lean) * wide, (y - 3) * high];
    return bend({
      x: middle.x + left * Math.cos(turn) - top * Math.sin(turn),
      y: middle.y + left * Math.sin(turn) + top * Math.cos(turn),
    });
  };
  const thick = between(2.6, 3.8);
  const lines = way.split(' ').map((word) => {
    const corners = word
      .split(',')
      .map((point) => ({ x: Number(point[0]) + between(-0.15, 0.15), y: Number(point[1]) + between(-0.15, 0.15) }));
    return smooth(corners, randomInt(3) === 0).map(place);
  });
  for (const line of lines) stroke(ink, line, thick, 1);
  // some are hollow
  if (randomInt(3) === 0) for (const line of lines) stroke(ink, line, thick - 2, -1);
}

/** A line along the corners in small steps; round goes past them as a spline does. */
function smooth(corners: Point[], round: boolean): Point[] {
  const at = (index: number): Point => corners[Math.max(0, Math.min(corners.length - 1, index))] ?? { x: 0, y: 0 };
  const line: Point[] = [];
  for (let index = 0; index < corners.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < STEPS; step++) {
      const t = step / STEPS;
      const spline = (a: number, b: number, c: number, d: number): number =>
        round ? b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) : b + (c - b) * t;
      line.push({ x: spline(before.x, from.x, to.x, after.x), y: spline(before.y, from.y, to.y, after.y) });
    }
  }
  line.push(at(corners.length - 1));
  return line;
}

/** The sheet that everything is drawn on is crumpled, another way each time. */
function bending(): Bend {
  const wave = (): ((value: number) => number) => {
    const [size, length, from] = [between(1.5, 3.2), between(40, 90), between(0, 2 * Math.PI)];
    return (value) => size * Math.sin((value / length) * 2 * Math.PI + from);
  };
  const [down, along, more] = [wave(), wave(), wave()];
  return ({ x, y }) => ({ x: x + along(y), y: y + down(x) + more(x + y) * 0.5 });
}

function curve(): Point[] {
  const ends = [0, 1, 2, 3].map((index) => ({ x: (WIDTH / 3) * index + between(-20, 20), y: between(8, HEIGHT - 8) }));
  return smooth(ends, true);
}

/** Draws with a round pen, or takes away with it. */
function stroke(ink: Float32Array, line: Point[], radius: number, way: 1 | -1): void {
  const reach = radius + 1;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = dx * dx + dy * dy || 1;
    const right = Math.min(WIDTH - 1, Math.ceil(Math.max(from.x, to.x) + reach));
    const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    for (let y = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach)); y <= bottom; y++)
      for (let x = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach)); x <= right; x++) {
        const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
        const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - from.x - along * dx, y - from.y - along * dy)));
        const place = y * WIDTH + x;
        const before = ink[place] ?? 0;
        ink[place] = way === 1 ? Math.max(before, cover) : Math.min(before, 1 - cover);
      }
  }
}
