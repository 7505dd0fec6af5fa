import { expect, test } from 'vitest';
import { resourceOf } from '#tests/support/model.ts';
import { affectedSites } from './affected-sites.ts';

const rule = resourceOf('AclRule');
const said = (...rows: Parameters<typeof affectedSites>[1]) => {
  const { field, sites, atLeast } = affectedSites(rule, rows) ?? {};
  return [field?.name, sites, atLeast];
};

test('rules hold at each of their sites once, or at all', () => {
  expect(said({ siteIds: ['s-1', 's-2'] }, { siteIds: ['s-2', 's-3'] })).toEqual(['siteIds', 3, false]);
  expect(said({ siteIds: ['s-1'] }, { siteIds: [] })).toEqual(['siteIds', 'all', false]);
  expect(said({ siteIds: ['s-1'] }, {})).toEqual(['siteIds', 'all', false]);
});

test('sites beyond the viewer are counted, and are no rule for all', () => {
  expect(said({ siteIds: [], otherSites: 4 })).toEqual(['siteIds', 4, false]);
  expect(said({ siteIds: ['s-1'], otherSites: 2 }, { siteIds: ['s-2'], otherSites: 3 })).toEqual(['siteIds', 5, true]);
});

test('what stands at no site says nothing of them', () => {
  expect(affectedSites(resourceOf('AddressPool'), [{ name: 'Main' }])).toBeUndefined();
});
