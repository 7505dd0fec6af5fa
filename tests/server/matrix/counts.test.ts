import { afterAll, beforeAll, expect, test } from 'vitest';

import { pathArgs } from '#api/choose.ts';
import { fillPath } from '#domain/fill-path.ts';
import { there } from '#tests/support/answers.ts';
import { knownOfSqlite } from '#tests/support/effort.ts';
import type { Resource } from '#domain/model.ts';
import { type ItemSpec, valuesAt } from '#server/store/items/item-spec.ts';
import {
  CHANNEL,
  type Client,
  COMPANY,
  DELEGATE,
  GLOBAL,
  REGIONAL,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

/** Counts of other rows (`counts` of x-data) say no more than the lists of these rows: over every such property and kind of account. */
let server: TestServer;
// one for each way in which a reader's rows are narrowed, which is what SQL has of them
const PEOPLE = knownOfSqlite ? [SUPER, COMPANY, REGIONAL] : [SUPER, GLOBAL, CHANNEL, COMPANY, VIEWER, REGIONAL, DELEGATE];

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

const specOf = (name: string): ItemSpec => {
  const spec = server.services.store.specNamed(name);
  if (!spec) throw new Error(`no ${name}`);
  return spec;
};
type Row = Record<string, unknown>;

/** The lists of a resource that a person may ask for: over all companies, else one of each company. */
async function listsOf(
  client: Client,
  { operations }: Resource,
): Promise<{ operation: string; path: string; params: Record<string, string> }[]> {
  const [over] = operations.list.filter(({ path }) => !path.includes('{'));
  if (over) return [{ operation: over.id, path: over.path, params: {} }];
  const companies = resultsOf(await client.get('/api/v1/companies', { query: { view: 'list', limit: '1000' } })).map((row) =>
    String(row['companyId']),
  );
  const { id = '', path = '' } = operations.list[0] ?? {};
  return companies.map((companyId) => ({ operation: id, path: fillPath(path, { companyId }), params: { companyId } }));
}

/** The rows that a person's own lists show; undefined where there is no such list for him. */
async function listed(client: Client, resource: Resource): Promise<Row[] | undefined> {
  let found: Row[] | undefined;
  for (const { path } of await listsOf(client, resource)) {
    const reply = await client.get(path, { query: { limit: '1000' } });
    if (reply.status === 200) found = [...(found ?? []), ...resultsOf(reply)];
  }
  return found;
}

/** A property of every row as an export has it. */
async function exported(client: Client, spec: ItemSpec, property: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { operation, params } of await listsOf(client, spec.resource)) {
    const body = { operation, path: params, query: {}, columns: [spec.id, property], values: 'raw' };
    const file = await client.post('/api/v1/export', body);
    if (file.status !== 200) continue;
    for (const line of String(file.body['text']).trim().split(/\r?\n/)) found.set(line.split(',')[0] ?? '', line.split(',')[1] ?? '');
  }
  return found;
}

/** How many rows that a person may list refer to each item; undefined where he may list none. */
async function usesOf(client: Client, target: ItemSpec, names: readonly string[]): Promise<Map<string, number> | undefined> {
  const counts = new Map<string, number>();
  let open = false;
  for (const name of names) {
    const spec = specOf(name);
    const rows = await listed(client, spec.resource);
    open ||= rows !== undefined;
    for (const row of rows ?? []) {
      const stored = await server.services.system.get(spec, String(row[spec.id]));
      const paths = spec.refs.filter((ref) => ref.target === target.name).map(({ path }) => path);
      const values = new Set(paths.flatMap((path) => valuesAt(stored?.doc ?? {}, path).map(String)));
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return open ? counts : undefined;
}

/** Where nothing is reached nothing need be said; what is said is what is reached. */
function fits(shown: unknown, expected: number | undefined): boolean {
  return expected === undefined ? shown === undefined : (shown ?? 0) === expected;
}

test.each(PEOPLE)(
  '%s: list, item, export and history',
  async (username) => {
    const client = await server.as(username);
    const wrong: string[] = [];
    let [checked, fewer] = [0, 0];
    for (const spec of server.services.store.specs) {
      const counts = Object.entries(spec.resource.data?.counts ?? {});
      const rows = counts.length > 0 ? await listed(client, spec.resource) : undefined;
      for (const [property, names] of rows ? counts : []) {
        const uses = await usesOf(client, spec, [names].flat());
        const file = await exported(client, spec, property);
        for (const row of rows ?? []) {
          const id = String(row[spec.id]);
          const expected = uses && (uses.get(id) ?? 0);
          const stored = (await server.services.system.get(spec, id))?.doc[property];
          const get = there(spec.resource.operations.get[0]);
          const item = await client.get(fillPath(get.path, pathArgs(get, { params: {}, row, id })));
          const told: [string, unknown][] = [['list', row[property]]];
          if (item.status === 200) told.push(['item', item.body[property]]);
          if (file.has(id)) told.push(['export', file.get(id) === '' ? undefined : Number(file.get(id))]);
          checked += told.length;
          if (expected !== stored) fewer++;
          for (const [where, shown] of told)
            if (!fits(shown, expected)) wrong.push(`${spec.name} ${id} ${where}: ${property} ${String(shown)}, reached ${expected}`);
          const history = await client.get('/api/v1/history', { query: { resource: spec.name, id } });
          if (JSON.stringify(history.body).includes(property)) wrong.push(`${spec.name} ${id}: its history tells ${property}`);
        }
      }
    }
    console.log(`${username}: ${checked} counts, ${fewer} items of which more is counted than reached`);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(checked).toBeGreaterThan(username === SUPER ? 50 : 10);
    if (username === REGIONAL || username === COMPANY) expect(fewer).toBeGreaterThan(0);
  },
  120_000,
);
