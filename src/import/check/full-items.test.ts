import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { resourceOf } from '#tests/support/model.ts';
import { fullItems } from './full-items.ts';

/** What an update begins with: the row of a list shows less than the item holds. */
const asked: string[] = [];
const stored = { siteId: 's-1', name: 'One', wan: [{ logicName: 'WAN1' }], dns: { localDns: ['192.0.2.1'] } };

beforeEach(() => {
  stubBrowser();
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.split('?')[0] ?? '');
    const found = url.includes('s-1');
    return Promise.resolve(
      new Response(JSON.stringify(found ? stored : { status: 404, code: 'not-found', detail: 'It is gone.' }), {
        status: found ? 200 : 404,
        headers: { 'content-type': 'application/json', etag: '"7"' },
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const site = resourceOf('Site');
const get = site.operations.get.find(({ path }) => path.includes('{companyId}'));
const scope = {
  resource: site,
  get,
  path: (_: unknown, row?: object) => ({ companyId: 'c-1', siteId: String(row && 'siteId' in row ? row.siteId : '') }),
};
const read = (...ids: string[]) =>
  fullItems(
    scope,
    ids.map((siteId) => ({ siteId, name: 'One' })),
    () => {},
    new AbortController().signal,
  );

test('each row is read whole, with the revision that a change is based on', async () => {
  expect(await read('s-1', 's-1')).toEqual([
    { item: stored, etag: '"7"' },
    { item: stored, etag: '"7"' },
  ]);
  expect(asked).toHaveLength(2);
});

test('what cannot be read is refused with the reason, and does not begin as its row', async () => {
  expect(await read('s-gone')).toEqual([{ refused: expect.stringContaining('It is gone.') }]);
});
