import { describe, expect, test } from 'vitest';
import { frameOf, gather } from './gather.ts';
import { project, WORLD } from './mercator.ts';

const at = (key: string, longitude: number, latitude: number, count = 1) => ({ key, longitude, latitude, count });
const marks = [at('shanghai', 121.47, 31.23, 6), at('suzhou', 120.58, 31.3, 2), at('beijing', 116.4, 39.9, 3), at('urumqi', 87.6, 43.8)];

describe('the map', () => {
  test('east is right, north is up, and the middle of the world in its middle', () => {
    expect(project(0, 0)).toEqual({ x: WORLD / 2, y: WORLD / 2 });
    expect(project(121, 31).x).toBeGreaterThan(project(116, 31).x);
    expect(project(121, 40).y).toBeLessThan(project(121, 31).y);
    expect(Number.isFinite(project(0, 90).y)).toBe(true);
  });

  test('holds every place within its margin, in the shape of the picture', () => {
    const frame = frameOf(marks, 2);
    expect(frame.width / frame.height).toBeCloseTo(2);
    for (const { longitude, latitude } of marks) {
      const { x, y } = project(longitude, latitude);
      expect(x).toBeGreaterThan(frame.left);
      expect(x).toBeLessThan(frame.left + frame.width);
      expect(y).toBeGreaterThan(frame.top);
      expect(y).toBeLessThan(frame.top + frame.height);
    }
    expect(frameOf([at('one', 10, 50)], 2).width).toBeGreaterThan(50);
    // the page says how wide it is only after it was drawn once: then, too, and of no place, it is a picture
    expect(frameOf([], 2)).toEqual({ left: 0, top: WORLD / 4, width: WORLD, height: WORLD / 2 });
    // nor has it a width while what it stands in is folded
    for (const none of [0, Infinity, NaN]) expect(Object.values(frameOf(marks, none)).every(Number.isFinite)).toBe(true);
  });

  test('places that would hide each other are one, with all that is there, where the first of them stands', () => {
    const found = gather(marks, 15);
    expect(found.map(({ marks: own, count }) => [own.map(({ key }) => key), count])).toEqual([
      [['shanghai', 'suzhou'], 8],
      [['beijing'], 3],
      [['urumqi'], 1],
    ]);
    expect(found[0]).toMatchObject(project(121.47, 31.23));
    expect(gather(marks, 1)).toHaveLength(4);
    expect(gather([], 1)).toEqual([]);
  });

  test('places of another kind lead elsewhere: they stand beside what would hide them, together with their own', () => {
    const lone = (key: string) => ({ ...at(key, 120.6, 31.3), kind: 'site' });
    const found = gather([...marks, lone('a'), lone('b')], 15);
    expect(found.map(({ marks: own, count }) => [own.map(({ key }) => key), count])).toEqual([
      [['shanghai', 'suzhou'], 8],
      [['beijing'], 3],
      [['urumqi'], 1],
      [['a', 'b'], 2],
    ]);
    expect(found[3]?.x).toBe((found[0]?.x ?? 0) + 15);
  });
});
