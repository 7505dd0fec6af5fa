import { beforeEach, expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { clearSelection, filledBy, readSelection, selectorsOf, setSelection } from '#api/selection.ts';
import { entryWith } from '#tests/support/fixtures.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const field = (name: string, fill?: Field['fill']): Field => ({ name, path: name, kind: 'text', ...(fill ? { fill } : {}) });
const query = [field('keyword'), field('city', 'city'), field('siteTag', 'tags'), field('tagMatch', 'tagMatch')];
const page = entryWith({ path: '/site', selectors: { city: 'sites', tags: true } });

beforeEach(() => {
  stubBrowser();
  clearSelection();
});

test('within one company the selection fills the parameters that say so', () => {
  setSelection({ city: '上海', tags: ['a', 'b'], match: 'all' });
  expect(filledBy(query, selectorsOf(page, 'c'), readSelection())).toEqual({ city: ['上海'], siteTag: ['a', 'b'], tagMatch: ['all'] });
});

test('nothing chosen fills nothing; a single tag needs no match', () => {
  expect(filledBy(query, selectorsOf(page, 'c'), readSelection())).toEqual({ city: [], siteTag: [], tagMatch: [] });
  setSelection({ tags: ['a'], match: 'all' });
  expect(filledBy(query, selectorsOf(page, 'c'), readSelection())['tagMatch']).toEqual([]);
});

test('the view of all companies, and a page without selectors, have none', () => {
  setSelection({ city: '上海' });
  expect(filledBy(query, selectorsOf(page, undefined), readSelection())).toEqual({});
  expect(filledBy(query, selectorsOf(undefined, 'c'), readSelection())).toEqual({});
});
