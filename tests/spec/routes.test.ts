import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { canOpen } from '#api/can.ts';
import { isOpen, type Viewer } from '#api/viewer.ts';
import { groupTarget, menu, pages } from '#app/base/navigation.ts';
import type { Mode } from '#domain/model.ts';
import { navigationFile, type NavigationRoute } from '#tests/spec/contract-parts.ts';
import { sharedSpec } from '#tests/spec/contract.ts';
import { model } from '#tests/support/model.ts';
import { there } from '#tests/support/answers.ts';

type Row = Record<string, string>;

const routes = table('routes.csv');
const groups = table('groups.csv');
const navigation = navigationFile();

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

/** What the console makes of it, from the model that it loads, for somebody who may open everything. */
describe('pages of the console', () => {
  const open = canOpen(model, { username: 'super', accountType: 'superAdmin', extra: { accountType: 'superAdmin' }, scopes: [] });
  const allModes: Mode[] = ['global', 'channel', 'company'];
  const viewersIn = (mode: Mode): Viewer[] => ['third', 'custom', 'none'].map((auditType) => ({ mode, auditType, open }));
  const inShell = routes.filter(({ group }) => group !== 'public');
  const built = inShell.filter((row) => !model.navigation.some(({ path, missing }) => path === row['path'] && missing === true));

  test.each(built.map((row) => [row['path'] ?? '', row] as const))('%s', (path, row) => {
    const found = pages(model).filter((page) => page.path === path);
    expect(found).toHaveLength(1);
    const page = there(found[0]);
    const modes = row['modes'] ? row['modes'].split('|') : allModes;
    for (const viewer of allModes.flatMap(viewersIn)) {
      const here = modes.includes(viewer.mode) && (!row['audit'] || row['audit'] === viewer.auditType);
      const listed = menu(model, viewer).find(({ name }) => name === row['group'])?.entries ?? [];
      expect([viewer, isOpen(page, viewer)]).toEqual([viewer, here]);
      expect([viewer, listed.map((entry) => entry.path).includes(path)]).toEqual([viewer, here && row['hidden'] !== 'yes']);
    }
    expect(page.title).toEqual({ zh: row['zh'], en: row['en'] });
  });

  test('what is not built yet is no page', () => {
    const names = pages(model).map(({ path }) => path);
    expect(inShell.filter((row) => !built.includes(row) && names.includes(row['path'] ?? ''))).toEqual([]);
  });

  test.each(groups.flatMap(({ group = '', redirect }) => (redirect ? [[group, redirect] as const] : [])))(
    'the group %s leads to %s where that is visible, else to its first visible page',
    (group, redirect) => {
      for (const viewer of allModes.flatMap(viewersIn)) {
        const entries =
          menu(model, viewer)
            .find(({ name }) => name === group)
            ?.entries.map(({ path }) => path) ?? [];
        expect([viewer, groupTarget(model, viewer, group)]).toEqual([viewer, entries.includes(redirect) ? redirect : entries[0]]);
      }
    },
  );
});

function asRow({ path, group, modes, audit = '', hidden, title }: NavigationRoute): Partial<Row> {
  return { group, path, modes: modes.join('|'), audit, hidden: hidden ? 'yes' : '', kind: undefined, ...title };
}

function table(name: string): Row[] {
  return Papa.parse<Row>(readFileSync(join(import.meta.dirname, name), 'utf8'), { header: true, skipEmptyLines: true }).data;
}
