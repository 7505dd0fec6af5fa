import { expect, test } from 'vitest';
import type { Mode, NavigationEntry } from '#domain/model.ts';
import { modelWith } from '#tests/support/fixtures.ts';
import { isOpen, type Viewer } from '#api/viewer.ts';
import { groupTarget, landing, menu, pages, pathInMode } from './navigation.ts';

const title = { zh: '', en: '' };
const entry = (path: string, group: string, modes: Mode[], more: Partial<NavigationEntry> = {}): NavigationEntry => ({
  path,
  group,
  modes,
  title,
  tabs: [path],
  ...more,
});
const model = modelWith({
  groups: [
    { name: 'home', title },
    { name: 'configuration', title },
    { name: 'audit', title, redirect: '/flow' },
    { name: 'log', title, redirect: '/loginLog' },
  ],
  navigation: [
    entry('/login', 'public', [], { hidden: true }),
    entry('/dashboard', 'home', ['company']),
    entry('/site', 'configuration', ['global', 'company'], { node: 'configuration/site' }),
    entry('/areaCode', 'configuration', ['global']),
    entry('/companyAreaCode', 'configuration', ['company']),
    entry('/companyServiceDetail', 'configuration', ['company'], { hidden: true, node: 'nobody' }),
    entry('/later', 'configuration', ['company'], { missing: true }),
    entry('/flow', 'audit', ['company'], { node: 'nobody' }),
    entry('/auditService', 'audit', ['company'], { audit: 'third' }),
    entry('/operationLog', 'log', ['channel']),
    entry('/loginLog', 'log', ['channel']),
  ],
  resources: {
    Vendor: { name: 'Vendor', file: 'vendor', route: '/r/vendor', tag: 'extra', id: 'id', label: '{name}', title, plural: title },
  },
});

const viewer = (mode: Mode, auditType?: string): Viewer => ({ mode, auditType, open: ({ node }) => node !== 'nobody' });
const paths = (mode: Mode, auditType?: string): string[] =>
  menu(model, viewer(mode, auditType)).flatMap((group) => group.entries.map(({ path }) => path));

test('the menu hides other modes, other audit types, hidden and missing pages, and what may not be opened', () => {
  expect(paths('company')).toEqual(['/dashboard', '/site', '/companyAreaCode', '/r/vendor']);
  expect(paths('company', 'third')).toEqual(['/dashboard', '/site', '/companyAreaCode', '/auditService', '/r/vendor']);
  expect(paths('global')).toEqual(['/site', '/areaCode', '/r/vendor']);
});

test('a resource that no entry names has a page in the group of its tag', () => {
  expect(menu(model, viewer('company')).at(-1)).toMatchObject({ name: 'extra', entries: [{ path: '/r/vendor', tabs: ['Vendor'] }] });
  expect(pages(model).map(({ path }) => path)).not.toContain('/later');
  expect(pages(model).map(({ path }) => path)).not.toContain('/login');
});

test('hidden pages are open to everyone whom the server allows, in their mode', () => {
  const hidden = pages(model).find(({ path }) => path === '/companyServiceDetail')!;
  expect(isOpen(hidden, viewer('company'))).toBe(true);
  expect(isOpen(hidden, viewer('global'))).toBe(false);
});

test('the start page: the dashboard in company mode, else the first visible one', () => {
  expect(landing(model, viewer('company'))).toBe('/dashboard');
  expect(landing(model, viewer('global'))).toBe('/site');
  expect(landing({ ...model, navigation: [], resources: {} }, viewer('global'))).toBeUndefined();
});

test("a group's redirect is where it leads, be it the first page or another", () => {
  expect(groupTarget(model, viewer('channel'), 'log')).toBe('/loginLog');
});

test("a group's redirect falls back to its first visible page", () => {
  expect(groupTarget(model, viewer('company', 'third'), 'audit')).toBe('/auditService');
  expect(groupTarget(model, { ...viewer('company'), open: () => true }, 'audit')).toBe('/flow');
});

test('a change of mode keeps the page, finds its counterpart, or starts afresh', () => {
  expect(pathInMode(model, viewer('company'), '/site')).toBe('/site');
  expect(pathInMode(model, viewer('company'), '/areaCode')).toBe('/companyAreaCode');
  expect(pathInMode(model, viewer('global'), '/companyAreaCode')).toBe('/areaCode');
  expect(pathInMode(model, viewer('global'), '/companyServiceDetail')).toBe('/areaCode');
  expect(pathInMode(model, viewer('global'), '/dashboard')).toBe('/site');
});
