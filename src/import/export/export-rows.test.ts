import { afterEach, expect, test, vi } from 'vitest';
import type { Paging } from '#domain/paging.ts';
import { readState } from '#resource/url-state.ts';
import { operationWith } from '#tests/support/fixtures.ts';
import { exportRows } from './export-rows.ts';

const call = vi.hoisted(() => vi.fn<(op: unknown, args: { query: { skip: number } }) => unknown>());
vi.mock('#api/operation.ts', () => ({ call }));
afterEach(() => call.mockReset());

const state = readState(new URLSearchParams('keyword=x&f.status=firing&page=3&sort=-name'));
const op = (paging: Paging) => operationWith({ path: '/x', query: [{ name: 'status', path: 'status', kind: 'text' }], paging });
const run = async (paging: Paging) => {
  const progress: number[] = [];
  const blob = await exportRows({
    op: op(paging),
    path: {},
    params: {},
    state,
    columns: [{ header: 'Name', valueOf: (row) => row['name'] }],
    onProgress: (done) => progress.push(done),
    signal: new AbortController().signal,
  });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    progress,
    queries: call.mock.calls.map(([, args]) => args.query),
  };
};

test('all pages of the filtered list, from its start, safe for spreadsheets', async () => {
  const rows = [{ name: 'a' }, { name: '=1+1' }, { name: '总部, "x"' }];
  call.mockImplementation(async (_op, { query }: { query: { skip: number } }) => ({
    data: { total: 3, results: rows.slice(query.skip, query.skip + 2) },
    headers: new Headers(),
  }));
  const { text, progress, queries } = await run({
    limit: 'limit',
    offset: 'skip',
    items: 'results',
    total: 'total',
    max: 2,
    keyword: 'keyword',
    sort: 'sort',
  });
  expect(text).toBe('\uFEFFName\r\na\r\n\'=1+1\r\n"总部, ""x"""\r\n');
  expect(progress).toEqual([2, 3]);
  expect(queries[0]).toEqual({ status: 'firing', keyword: 'x', sort: '-name', limit: 2, skip: 0 });
});

test('past a total that was counted no further', async () => {
  const rows = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  call.mockImplementation(async (_op, { query }: { query: { skip: number } }) => ({
    data: { total: 1, ...(query.skip < 2 ? { capped: true } : {}), results: rows.slice(query.skip, query.skip + 1) },
    headers: new Headers(),
  }));
  const { progress } = await run({ limit: 'limit', offset: 'skip', items: 'results', total: 'total', capped: 'capped', max: 1 });
  expect(progress).toEqual([1, 2, 3]);
});

test('by cursor, until there is none', async () => {
  call
    .mockResolvedValueOnce({ data: { items: [{ name: 'a' }], next: 'n' }, headers: new Headers() })
    .mockResolvedValueOnce({ data: { items: [{ name: 'b' }] }, headers: new Headers() });
  const { text, queries } = await run({ cursor: 'cursor', next: 'next', items: 'items' });
  expect(text).toContain('a\r\nb\r\n');
  expect(queries[1]).toMatchObject({ cursor: 'n' });
});

test('a list that comes whole is asked for once', async () => {
  call.mockResolvedValue({ data: [{ name: 'a' }], headers: new Headers() });
  await run({ items: '' });
  expect(call).toHaveBeenCalledTimes(1);
});

test('by cursors, as many pages as there are', async () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  call.mockImplementation(async (_op, { query }: { query: { skip: number; after?: string } }) => {
    const begin = rows.findIndex(({ id }) => id === query.after) + 1;
    return { data: { has_more: begin + 2 < rows.length, data: rows.slice(begin, begin + 2) }, headers: new Headers() };
  });
  const { progress } = await run({ limit: 'limit', cursor: 'after', next: 'last:id', more: 'has_more', items: 'data', max: 2 });
  expect(progress).toEqual([2, 3]);
});

test.each<[string, Paging, Record<string, unknown>]>([
  ['nothing says where the next page is', { limit: 'limit', cursor: 'cursor', items: 'data', max: 2 }, {}],
  ['there are more, but no cursor', { cursor: 'cursor', next: 'next', more: 'has_more', items: 'data' }, { has_more: true }],
  ['the cursor stays where it is', { cursor: 'cursor', next: 'next', items: 'data' }, { next: 'same' }],
])('an export fails where %s, and never ends after one page', async (_what, paging, beside) => {
  call.mockImplementation(async () => ({ data: { data: [{ name: 'a' }, { name: 'b' }], ...beside }, headers: new Headers() }));
  await expect(run(paging)).rejects.toMatchObject({ code: 'list.stuck' });
});

test('a page that is not full is the last one, though nothing names a next', async () => {
  call.mockImplementation(async () => ({ data: { data: [{ name: 'a' }] }, headers: new Headers() }));
  expect((await run({ limit: 'limit', cursor: 'cursor', items: 'data', max: 2 })).progress).toEqual([1]);
});
