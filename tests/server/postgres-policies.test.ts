import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Handle } from '#server/store/items/handle.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import { placesIn } from '#server/store/query/places.ts';
import { type Reach, unlimited } from '#server/store/query/reach.ts';
import { readScope } from '#server/store/query/scope.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';
import { times } from '#tests/support/effort.ts';
import { createDatabase, type Database } from '#tests/support/postgres.ts';

const actor = { name: 'tester', requestId: 'policies' };
let server: TestServer;
let database: Database;
let owned: ItemSpec[];
let companies: string[];

beforeAll(async () => {
  database = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  server = await testServer({ databaseUrl: database.url });
  const { specs } = server.services.store;
  owned = specs.filter((spec) => spec.owner !== undefined && !spec.single);
  const { rows } = await server.services.system.list(specOf('Company'), { skip: 0, limit: 10 });
  companies = rows.map((row) => row.id);
});
afterAll(async () => {
  await server.remove();
  await database.drop();
});

const specOf = (name: string): ItemSpec => {
  const spec = server.services.store.specNamed(name);
  if (!spec) throw new Error(`no ${name}`);
  return spec;
};

/** A caller whose rows are chosen by the database alone. */
const only = (tenants: string[], more: Partial<Reach> = {}): Handle => {
  const own = new Set(tenants);
  const reach: Reach = { tenants: own, shared: false, writes: own, writesShared: false, ...more };
  return server.services.store.for({ actor, reach: () => reach, onlyPolicies: true });
};

const ownersOf = async (handle: Handle, spec: ItemSpec): Promise<(string | null)[]> => {
  const { rows, total } = await handle.list(spec, { skip: 0, limit: 1000 });
  expect(total).toBe(rows.length);
  return [...new Set(rows.map((row) => row.owner))];
};

/** As far as somebody reaches who looks after one city of a company that has sites in several. */
const inOneCity = async (): Promise<{ company: string; city: string; reach: Reach }> => {
  const sites = await server.services.system.docs(specOf('Site'), { skip: 0, limit: 1000 });
  for (const [company, of] of Map.groupBy(sites, (site) => String(site['companyId']))) {
    const [city, ...others] = new Set(of.map((site) => String(site['city'])));
    if (city === undefined || others.length === 0) continue;
    const own = new Set([company]);
    return {
      company,
      city,
      reach: { tenants: own, shared: false, writes: own, writesShared: false, cities: new Map([[company, [city]]]) },
    };
  }
  throw new Error('no company has sites in several cities');
};

const owners = (name: string, handle: Handle) => ownersOf(handle, specOf(name));

describe('without the predicates of the handle', () => {
  test('a tenant has its own rows of every resource, and no others', async () => {
    const [own = '', other = ''] = companies;
    let shown = 0;
    for (const spec of owned) {
      const all = await ownersOf(server.services.system, spec);
      const seen = await ownersOf(only([own]), spec);
      expect(seen, spec.name).toEqual(all.includes(own) ? [own] : []);
      expect((await ownersOf(only([]), spec)).length, spec.name).toBe(0);
      shown += seen.length;
      const { rows } = await server.services.system.list(spec, { among: [{ path: spec.owner ?? '', in: [other] }], skip: 0, limit: 1 });
      const [foreign] = rows;
      if (foreign) expect(await only([own]).get(spec, foreign.id), spec.name).toBeUndefined();
    }
    expect(shown).toBeGreaterThan(5);
  });

  test('sets of tenants, rows of nobody, rows that name the caller, and all', async () => {
    const two = companies.slice(0, 2);
    expect(new Set(await owners('Site', only(two)))).toEqual(new Set(two));
    expect(await owners('Role', only([], { shared: true }))).toEqual([null]);
    expect(new Set(await owners('Role', only(two.slice(0, 1), { shared: true })))).toEqual(new Set([null, two[0]]));
    const user = specOf('User');
    const { rows } = await only([], { also: [{ path: 'username', in: ['company@demo.example'] }] }).list(user, { skip: 0, limit: 100 });
    expect(rows.map((row) => row.id)).toEqual(['company@demo.example']);
    const everything = server.services.store.for({ actor, reach: () => unlimited, onlyPolicies: true });
    expect((await owners('Site', everything)).length).toBe((await owners('Site', server.services.system)).length);
  });

  test('nothing of another tenant can be written, changed, deleted or taken over', async () => {
    const [own = '', other = ''] = companies;
    const spec = specOf('Tag');
    const handle = only([own]);
    const tag = (id: string, companyId?: string) => ({
      id,
      name: id,
      type: 'site',
      scope: 'company',
      global: false,
      ...(companyId ? { companyId } : {}),
    });
    await expect(handle.write((tx) => tx.insert(spec, tag('p-own', own)))).resolves.toMatchObject({ owner: own });
    await expect(handle.write((tx) => tx.insert(spec, tag('p-other', other)))).rejects.toThrow('row-level security');
    await expect(handle.write((tx) => tx.insert(spec, tag('p-nobody')))).rejects.toThrow('row-level security');
    const foreign = await server.services.system.write((tx) => tx.insert(spec, tag('p-foreign', other)));
    await expect(handle.write((tx) => tx.update(spec, foreign, { ...foreign.doc, name: 'changed' }))).rejects.toThrow('was not written');
    await expect(handle.write((tx) => tx.remove(spec, foreign))).rejects.toThrow('was not written');
    await expect(handle.write((tx) => tx.update(spec, foreign, { ...foreign.doc, companyId: own }))).rejects.toThrow('was not written');
    const kept = await handle.write((tx) => tx.get(spec, 'p-own'));
    await expect(
      handle.write((tx) => (kept ? tx.update(spec, kept, { ...kept.doc, companyId: other }) : Promise.resolve(undefined))),
    ).rejects.toThrow('row-level security');
    expect((await server.services.system.get(spec, 'p-foreign'))?.doc).toEqual(foreign.doc);
    // what the server does in consequence, it may
    await handle.write((tx) => tx.asServer().remove(spec, foreign));
    expect(await server.services.system.get(spec, 'p-foreign')).toBeUndefined();
  });

  test('whoever looks after some cities has what stands there, of every resource, and nothing that stands elsewhere alone', async () => {
    const { company, reach } = await inOneCity();
    const byHandle = server.services.store.for({ actor, reach: () => reach });
    const byPolicies = only([company], reach);
    const idsOf = async (handle: Handle, spec: ItemSpec) =>
      (await handle.list(spec, { skip: 0, limit: 1000, sort: [{ path: spec.id, descending: false }] })).rows.map(({ id }) => id);
    const narrowed: string[] = [];
    for (const spec of owned) {
      const [wanted, found] = [await idsOf(byHandle, spec), await idsOf(byPolicies, spec)];
      expect(found, spec.name).toEqual(wanted);
      const [beyond] = (await idsOf(only([company]), spec)).filter((id) => !wanted.includes(id));
      if (beyond === undefined) continue;
      narrowed.push(spec.name);
      expect(await byPolicies.get(spec, beyond), spec.name).toBeUndefined();
      expect(await byPolicies.write((tx) => tx.get(spec, beyond)), spec.name).toBeUndefined();
    }
    expect(narrowed).toContain('Site');
    expect(narrowed.length).toBeGreaterThan(20);
  });

  test('he changes and deletes what stands there alone, and puts nothing anywhere else', async () => {
    const { company, city, reach } = await inOneCity();
    const byPolicies = only([company], reach);
    const sites = await server.services.system.docs(specOf('Site'), {
      among: [{ path: 'companyId', in: [company] }],
      skip: 0,
      limit: 1000,
    });
    const here = new Set(sites.filter((site) => site['city'] === city).map((site) => String(site['siteId'])));
    const seen = { whole: 0, kept: 0 };
    for (const spec of owned) {
      if (!spec.standsAt || 'companies' in spec.standsAt || spec.resource.data?.record) continue;
      const { rows } = await server.services.system.list(spec, {
        among: [{ path: spec.owner ?? '', in: [company] }],
        skip: 0,
        limit: times(10, 20),
      });
      for (const { id } of rows) {
        const stored = await server.services.system.get(spec, id);
        if (!stored) throw new Error(`${spec.name} ${id} is gone`);
        const named = 'city' in spec.standsAt ? [id] : [...placesIn(spec, [stored.doc])];
        const whole = named.length > 0 && named.every((site) => here.has(site));
        const works: ((tx: Transaction) => Promise<unknown>)[] = [
          (tx) => tx.update(spec, stored, stored.doc),
          (tx) => tx.remove(spec, stored),
          async (tx) => {
            await tx.asServer().remove(spec, stored);
            return tx.insert(spec, stored.doc, stored.secret);
          },
        ];
        for (const work of works) {
          const written = byPolicies.write(work, { dryRun: true }).then(
            () => '',
            (error: unknown) => String(error),
          );
          if (whole) expect(await written, `${spec.name} ${id}`).toBe('');
          else expect(await written, `${spec.name} ${id}`).toMatch(/row-level security|was not written/);
        }
        seen[whole ? 'whole' : 'kept']++;
      }
    }
    expect(seen.whole).toBeGreaterThan(5);
    expect(seen.kept).toBeGreaterThan(50);
  });

  test('nothing is taken beyond the city by a change', async () => {
    const { company, city, reach } = await inOneCity();
    const byPolicies = only([company], reach);
    const spec = specOf('Site');
    const { rows } = await byPolicies.list(spec, { skip: 0, limit: 1 });
    const stored = await server.services.system.get(spec, rows[0]?.id ?? '');
    if (!stored) throw new Error(`no site in ${city}`);
    const moved = { ...stored.doc, city: `not ${city}` };
    await expect(byPolicies.write((tx) => tx.update(spec, stored, moved))).rejects.toThrow('row-level security');
  });

  test('revisions, references and address ranges are limited the same way', async () => {
    const [own = ''] = companies;
    const reach: Reach = { tenants: new Set([own]), shared: false, writes: new Set(), writesShared: false };
    const { read } = server.services.store.engine.as(readScope(reach, specOf('Site')));
    const report = specOf('Report');
    const made = await server.services.system.docs(report, { skip: 0, limit: 1000 });
    await server.services.system.write(async (tx) => {
      for (const { id } of made) {
        const item = await tx.get(report, String(id));
        if (item) await tx.keepFiles(report, item, { file: new Uint8Array([0, 255]) });
      }
    });
    for (const table of ['revisions', 'refs', 'ranges', 'files'] as const) {
      const rows = await read.selectFrom(table).select('owner').distinct().execute();
      expect(rows, table).toEqual([{ owner: own }]);
      const all = await server.services.store.engine.read.selectFrom(table).select('owner').distinct().execute();
      expect(all.length, table).toBeGreaterThan(2);
    }
  });
});

describe('in the database', () => {
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };

  test('who does not say whose rows he may see sees none', async () => {
    expect(await query('select id from r_site')).toEqual([]);
    expect(await query('select seq from revisions')).toEqual([]);
    await expect(query("insert into refs values ('x', 'Site', 'x', 'x', 'x', 'x')")).rejects.toThrow('row-level security');
  });

  test('every table of items has policies that bind its owner too', async () => {
    const tables = await query(
      `select relname as name, relrowsecurity and relforcerowsecurity as bound from pg_class
       where relkind = 'r' and (relname like 'r\\_%' or relname in ('revisions', 'refs', 'ranges', 'files'))`,
    );
    expect(tables.length).toBe(server.services.store.specs.length + 4);
    expect(tables.filter((table) => table['bound'] !== true)).toEqual([]);
  });

  test('texts are kept in the order of their bytes', async () => {
    const odd = await query(
      `select relname, attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = current_schema() and relkind = 'r' and atttypid = 'text'::regtype and attnum > 0 and attcollation <> '"C"'::regcollation`,
    );
    expect(odd).toEqual([]);
  });
});
