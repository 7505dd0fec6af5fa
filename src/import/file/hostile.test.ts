import { expect, test } from 'vitest';
import { hostileFiles, many, text } from './hostile.fixture.ts';
import { parseFile } from './parse-file.ts';

test('forty of them at least', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(40);
});

test.each(hostileFiles)(
  '%s',
  async (_what, make, expected) => {
    const bytes = make();
    const parsed = await parseFile(bytes);
    expect(expected.split(' or ')).toContain('refused' in parsed ? parsed.refused : 'table');
    if ('table' in parsed) expect(parsed.table.rows.length * Math.max(1, parsed.table.headers.length)).toBeLessThanOrEqual(1_000_000);
  },
  20_000,
);

test('the largest table that is allowed is read whole', async () => {
  const row = `${many(10, (index) => String(index), ',')}\n`;
  const parsed = await parseFile(text(row.repeat(100_000)));
  expect('table' in parsed && parsed.table.rows.length).toBe(99_999);
});
