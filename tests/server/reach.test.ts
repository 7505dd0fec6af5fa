import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Among, mayWrite, type Reach } from '#server/store/query/reach.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

/** Rows of one's companies, rows of no company and rows of others, through each kind of reach, as lists and one by one. */
const OWN = 'c-huaxin';
const KINDS = ['Tag', 'Role', 'AddressSet', 'DhcpTag'];
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

type Row = { id: string; owner: string | null; type: unknown };

async function rowsThrough(name: string, reach: Reach): Promise<Row[]> {
  const { store } = server.services;
  const spec = store.specNamed(name);
  if (!spec?.owner) throw new Error(`${name} has no owner`);
  const handle = store.for({ actor: { name: 'reach', requestId: 'reach' }, reach: () => reach });
  const { rows, total } = await handle.list(spec, { skip: 0, limit: 1000 });
  const found: Row[] = [];
  for (const { id } of rows) {
    const stored = await handle.get(spec, id);
    found.push({ id, owner: stored?.owner ?? null, type: stored?.doc['type'] });
    expect(stored, `${name} ${id} is listed and can be read`).toBeDefined();
  }
  expect(total).toBe(found.length);
  return found;
}

const reach = (more: Partial<Reach>): Reach => ({
  tenants: new Set([OWN]),
  shared: false,
  writes: new Set(),
  writesShared: false,
  ...more,
});
const ownersOf = (rows: Row[]): (string | null)[] => [...new Set(rows.map(({ owner }) => owner))];

describe.each(KINDS)('%s', (name) => {
  let all: Row[];
  beforeAll(async () => {
    all = await rowsThrough(name, reach({ tenants: 'all', shared: true }));
    // the world has all three kinds of rows
    expect(all.some(({ owner }) => owner === null)).toBe(true);
    expect(all.some(({ owner }) => owner === OWN)).toBe(true);
    expect(all.some(({ owner }) => owner !== null && owner !== OWN)).toBe(true);
  });
  const idsOf = (rows: Row[], fits: (row: Row) => boolean): string[] =>
    rows
      .filter(fits)
      .map(({ id }) => id)
      .toSorted();

  test('without what is shared: the rows of one’s companies, none of no company', async () => {
    const rows = await rowsThrough(name, reach({}));
    expect(ownersOf(rows)).toEqual([OWN]);
    expect(idsOf(rows, () => true)).toEqual(idsOf(all, ({ owner }) => owner === OWN));
  });

  test('with what is shared: those of no company too', async () => {
    const rows = await rowsThrough(name, reach({ shared: true }));
    expect(idsOf(rows, () => true)).toEqual(idsOf(all, ({ owner }) => owner === OWN || owner === null));
  });

  test('of no company at all: nothing', async () => {
    expect(await rowsThrough(name, reach({ tenants: new Set() }))).toEqual([]);
  });

  test('a row that is out of reach is not there', async () => {
    const { store } = server.services;
    const handle = store.for({ actor: { name: 'reach', requestId: 'reach' }, reach: () => reach({}) });
    for (const { id, owner } of all)
      expect([id, (await handle.get(store.specNamed(name)!, id)) !== undefined]).toEqual([id, owner === OWN]);
  });
});

test('some of what is shared: those of no company that it names, and all of one’s own', async () => {
  const among: Among = { path: 'type', in: ['site'] };
  const all = await rowsThrough('Tag', reach({ tenants: 'all', shared: true }));
  const rows = await rowsThrough('Tag', reach({ shared: among }));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter(({ owner, type }) => owner === OWN || (owner === null && type === 'site'))
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(rows.some(({ owner }) => owner === null)).toBe(true);
  expect(rows.length).toBeLessThan(all.filter(({ owner }) => owner === OWN || owner === null).length);
});

test('who may write rows of no company is said of them alone', () => {
  const spec = server.services.store.spec('Tag');
  const writes = new Set([OWN]);
  const may = (more: Partial<Reach>): boolean[] =>
    [OWN, 'c-yuanhang', null].map((owner) => mayWrite(reach({ writes, ...more }), spec, owner));
  expect(may({})).toEqual([true, false, false]);
  expect(may({ shared: true })).toEqual([true, false, false]);
  expect(may({ writesShared: true })).toEqual([true, false, true]);
  expect(may({ writes: 'all' })).toEqual([true, true, true]);
});
