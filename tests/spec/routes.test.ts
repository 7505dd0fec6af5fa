import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { contractFile, sharedSpec } from '#tests/spec/contract.ts';

type Row = Record<string, string>;
type Entry = { path: string; group: string; modes: string[]; audit?: string; hidden?: boolean; title: { zh: string; en: string } };
type Group = { name: string; title: { zh: string; en: string }; redirect?: string };

const routes = table('routes.csv');
const groups = table('groups.csv');
const navigation = contractFile('openapi/navigation.yaml') as { groups: Group[]; routes: Entry[] };

/** Spec section 2: every page with its group, modes, audit type and title. */
describe('navigation', () => {
  test.each(routes.map((row) => [row['path'] ?? '', row] as const))('route %s', (path, row) => {
    const entries = navigation.routes.filter((entry) => entry.path === path);
    expect(entries.map(asRow)).toEqual([{ ...row, kind: undefined }]);
  });

  test('no declared page stands beside the table', () => {
    const known = new Set(routes.map((row) => row['path']));
    expect(navigation.routes.filter((entry) => !known.has(entry.path)).map((entry) => entry.path)).toEqual([]);
  });

  test('groups with their order, titles and redirects', () => {
    expect(navigation.groups.map(({ name, title, redirect = '' }) => ({ group: name, ...title, redirect }))).toEqual(groups);
  });

  test('a redirect leads into its own group', () => {
    for (const { name, redirect } of navigation.groups) {
      if (redirect !== undefined) expect(navigation.routes.find((entry) => entry.path === redirect)?.group).toBe(name);
    }
  });

  test.skipIf(sharedSpec('routes.csv') === undefined)('the tables here are those of the specification', () => {
    for (const name of ['routes.csv', 'groups.csv']) expect(readFileSync(join(import.meta.dirname, name), 'utf8')).toBe(sharedSpec(name));
  });
});

function asRow({ path, group, modes, audit = '', hidden, title }: Entry): Partial<Row> {
  return { group, path, modes: modes.join('|'), audit, hidden: hidden ? 'yes' : '', kind: undefined, ...title };
}

function table(name: string): Row[] {
  return Papa.parse<Row>(readFileSync(join(import.meta.dirname, name), 'utf8'), { header: true, skipEmptyLines: true }).data;
}
