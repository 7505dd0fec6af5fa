import { expect, test } from 'vitest';

import { isLongAnswer, jsonParts } from '#server/kernel/http/json-text.ts';

async function textOf(body: Record<string, unknown>): Promise<string> {
  let text = '';
  for await (const part of jsonParts(body)) text += part;
  return text;
}
const rows = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ id: index, name: `"${index}\n中`, none: undefined, gap: null }));

test('a long answer is written in parts that are together what JSON writes of it', async () => {
  for (const body of [
    { total: 5, results: rows(1000), range: { from: 'a' } },
    { results: rows(2501) },
    { none: undefined, first: rows(1000), second: [...rows(1000), undefined], last: null },
    { results: rows(1000), tail: undefined },
  ]) {
    expect(isLongAnswer(body)).toBe(true);
    expect(await textOf(body)).toBe(JSON.stringify(body));
  }
  expect(isLongAnswer({ results: rows(999) })).toBe(false);
  expect(isLongAnswer(rows(5000))).toBe(false);
});

test('between its parts others have their turn', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  // half a second at least, however fast the machine is
  const heavy = {
    toJSON: () => {
      for (const end = performance.now() + 0.1; performance.now() < end;);
      return 'x'.repeat(2000);
    },
  };
  const text = await textOf({ results: Array.from({ length: 5000 }, () => heavy) });
  isDone = true;
  expect(text.length).toBeGreaterThan(5000 * 2000);
  expect(turns).toBeGreaterThan(3);
});
