import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { drawnPoints, pointsToDraw } from './decimate.ts';

type Values = (number | null)[];

const value = fc.oneof(
  { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 2, arbitrary: fc.constant(null) },
);
const lines = fc.array(value, { minLength: 0, maxLength: 600 });
const width = fc.integer({ min: 1, max: 40 });

/** What a column of a picture is made of: the points from one edge to the other. */
function columnsOf(values: Values, columns: number): { from: number; to: number }[] {
  return Array.from({ length: columns }, (_, column) => ({
    from: Math.ceil((column * values.length) / columns),
    to: Math.ceil(((column + 1) * values.length) / columns),
  }));
}

const numbers = (values: Values): number[] => values.filter((each) => each !== null);
/** Stretches without a gap. */
const stretches = (values: Values): number => values.filter((each, index) => each !== null && (values[index - 1] ?? null) === null).length;

describe('points to draw', () => {
  test('each column keeps its first, last, least and largest value, and whether it has a gap, at its edges or within', () => {
    fc.assert(
      fc.property(lines, width, (values, columns) => {
        const points = [...pointsToDraw(values, columns)];
        expect(points).toEqual(points.toSorted((a, b) => a - b));
        expect(new Set(points).size).toBe(points.length);
        for (const { from, to } of columnsOf(values, columns)) {
          const all = values.slice(from, to);
          const kept = points.filter((index) => index >= from && index < to).map((index) => values[index] ?? null);
          expect(numbers(kept).at(0)).toBe(numbers(all).at(0));
          expect(numbers(kept).at(-1)).toBe(numbers(all).at(-1));
          expect(Math.min(...numbers(kept))).toBe(Math.min(...numbers(all)));
          expect(Math.max(...numbers(kept))).toBe(Math.max(...numbers(all)));
          expect([kept.at(0) === null, kept.at(-1) === null, kept.includes(null)]).toEqual([
            all.at(0) === null,
            all.at(-1) === null,
            all.includes(null),
          ]);
        }
      }),
      effort(300, 5000),
    );
  });

  test('no two stretches that a gap parts are joined, and no gap is made', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 8, max: 60 })), { minLength: 1, maxLength: 12 }), (parts) => {
        const values = parts.flatMap(([isGap, length]) => Array.from({ length }, (_, index) => (isGap ? null : index % 7)));
        // wider than a column: each gap is seen
        const columns = Math.ceil(values.length / 7);
        const kept = [...pointsToDraw(values, columns)].map((index) => values[index] ?? null);
        expect(stretches(kept)).toBe(stretches(values));
      }),
      effort(200, 3000),
    );
  });

  test('few values are all drawn, many are at most six a column', () => {
    fc.assert(
      fc.property(lines, width, (values, columns) => {
        const points = pointsToDraw(values, columns);
        expect(points.length).toBeLessThanOrEqual(6 * columns);
        if (values.length <= 6 * columns) expect([...points]).toEqual([...values.keys()]);
      }),
      effort(100, 1000),
    );
  });
});

describe('lines of a chart', () => {
  const many = (each: (index: number) => number | null): Values => Array.from({ length: 1000 }, (_, index) => each(index));

  test('what is marked is drawn, however many points there are', () => {
    const values = many(() => 5);
    const [points] = drawnPoints({ lines: [{ key: 'a', label: 'A', unit: '1', values, corrected: [{ index: 501, raw: 9 }] }] }, 10);
    expect(points).toContain(501);
    expect(points?.length).toBeLessThan(60);
  });

  test('of what is stacked all lines are drawn at the same points, where only their sum is largest among them', () => {
    const one = many((index) => (index === 333 ? 20 : index % 2 ? 30 : 10));
    const other = many((index) => (index === 333 ? 25 : index % 2 ? 10 : 30));
    const line = (key: string, values: Values) => ({ key, label: key, unit: '1', values });
    const [first = [], second = []] = drawnPoints({ lines: [line('a', one), line('b', other)], stacked: true }, 10);
    expect([...first]).toEqual([...second]);
    expect([...first]).toContain(333);
    expect(first.length).toBeLessThan(200);
  });
});
