import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { operationWith, resourceWith } from '#tests/support/fixtures.ts';
import { optionPage } from './relation-options.ts';

const list = operationWith({
  id: 'listTags',
  kind: 'list',
  method: 'get',
  path: '/api/v1/tags',
  paging: { limit: 'limit', offset: 'skip', keyword: 'keyword', items: 'results', total: 'total' },
});
const none = resourceWith({});
const resource = resourceWith({ operations: { ...none.operations, list: [list] } });

beforeEach(() => stubBrowser());
afterEach(() => vi.unstubAllGlobals());

test('a picker asks twenty at a time by skip, limit and keyword, and reads `results`', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json({ total: 45, results: [{ id: 't-1', name: 'one' }] }));
  });
  const common = {
    resource,
    ref: { resource: 'Tag', where: { type: 'site' } },
    scope: {},
    params: {},
    signal: new AbortController().signal,
  };
  expect(await optionPage({ ...common, keyword: 'br', page: 1 })).toEqual({ options: [{ value: 't-1', label: 'one' }], more: true });
  expect((await optionPage({ ...common, keyword: '', page: 2 })).more).toBe(false);
  const [first, second] = asked.map((url) => new URL(url, 'http://localhost').searchParams);
  expect(Object.fromEntries(first ?? [])).toMatchObject({ skip: '20', limit: '20', keyword: 'br', type: 'site' });
  expect(second?.get('skip')).toBe('40');
  expect(second?.has('keyword')).toBe(false);
});
