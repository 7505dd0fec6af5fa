import { describe, expect, test } from 'vitest';

import { runRules } from '#domain/rules/registry.ts';
import { broken } from '#domain/rules/run-rule.ts';

describe('maxCount', () => {
  test('in each array, or of all values together', () => {
    const doc = { lan: [{ ips: [1, 2] }, { ips: [1, 2, 3] }, {}] };
    expect(broken('maxCount', ['lan[].ips'], doc, { max: 2 })).toEqual(['/lan/1/ips count.many']);
    expect(broken('maxCount', ['lan[].ips[]'], doc, { max: 5 })).toEqual([]);
    expect(broken('maxCount', ['lan[].ips[]'], doc, { max: 4 })).toEqual(['/lan count.many']);
    expect(broken('maxCount', ['dns'], { dns: [] }, { max: 0 })).toEqual([]);
  });

  test('elements with certain values, under a condition', () => {
    const doc = { type: 'spoke-hub', sites: [{ role: 'hub' }, { role: 'hub' }, { role: 'spoke' }] };
    const options = { max: 1, where: { role: 'hub' }, when: { type: 'spoke-hub' } };
    expect(broken('maxCount', ['sites'], doc, options)).toEqual(['/sites count.many']);
    expect(broken('maxCount', ['sites'], { ...doc, type: 'full-mesh' }, options)).toEqual([]);
    expect(broken('maxCount', ['sites'], doc, { ...options, max: 2 })).toEqual([]);
  });
});

describe('countByMode', () => {
  const counts = { 'spoke-hub': { min: 2 }, 'point-to-point': { min: 2, max: 2 }, star: { max: 1 } };
  test.each([
    ['spoke-hub', 1, ['/sites count.few']],
    ['spoke-hub', 0, ['/sites count.few']],
    ['spoke-hub', 9, []],
    ['point-to-point', 1, ['/sites count.exact']],
    ['point-to-point', 2, []],
    ['point-to-point', 3, ['/sites count.exact']],
    ['star', 2, ['/sites count.many']],
    ['other', 9, []],
    [undefined, 9, []],
  ])('%s with %i', (type, length, expected) => {
    const doc = { type, sites: Array.from({ length }, () => ({ id: 'x' })) };
    expect(broken('countByMode', ['type', 'sites'], doc, { counts })).toEqual(expected);
    expect(broken('countByMode', ['type', 'sites[].id'], doc, { counts })).toEqual(expected);
  });

  test('one WAN on a leased line, the sentence knows both numbers', () => {
    const rule = { use: 'countByMode', over: ['deployMode', 'wan'], with: { counts: { vll: { min: 1, max: 1 } } } };
    expect(runRules([rule], { deployMode: 'vll', wan: [{}, {}] })[0]?.params).toEqual({ count: 2, expected: 1 });
  });
});
