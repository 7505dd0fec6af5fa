import { describe, expect, test } from 'vitest';

import { firstFree, isInPool, poolSize, type Pool } from '#domain/address-pool.ts';

const pool: Pool = {
  network: '10.0.0.0/29',
  rangeStart: '10.0.0.0',
  rangeEnd: '10.0.0.7',
  gateway: '10.0.0.1',
  excluded: ['10.0.0.3-10.0.0.4'],
};

describe('an address pool', () => {
  test('gives out what is neither edge, gateway nor kept back', () => {
    expect(poolSize(pool)).toBe(3);
    const given = Array.from({ length: 8 }, (_, number) => `10.0.0.${number}`).filter((address) => isInPool(pool, address));
    expect(given).toEqual(['10.0.0.2', '10.0.0.5', '10.0.0.6']);
  });

  test.each([
    ['one address', { network: '10.0.0.9/32', rangeStart: '10.0.0.9', rangeEnd: '10.0.0.9' }, 1],
    ['a point-to-point network', { network: '10.0.0.8/31', rangeStart: '10.0.0.8', rangeEnd: '10.0.0.9' }, 2],
    ['a whole /16', { network: '10.0.0.0/16', rangeStart: '10.0.0.1', rangeEnd: '10.0.255.254' }, 65_534],
    ['overlapping exclusions', { ...pool, excluded: ['10.0.0.2-10.0.0.4', '10.0.0.4-10.0.0.5', '10.0.0.0/30'] }, 1],
    ['everything kept back', { ...pool, excluded: ['10.0.0.0/29'] }, 0],
    ['a range the wrong way round', { ...pool, rangeStart: '10.0.0.6', rangeEnd: '10.0.0.2' }, 0],
  ])('counts %s', (_, each, size) => expect(poolSize(each)).toBe(size));

  test('gives the lowest free one until there is none', () => {
    expect(firstFree(pool, new Set())).toBe('10.0.0.2');
    expect(firstFree(pool, new Set(['10.0.0.2']))).toBe('10.0.0.5');
    expect(firstFree(pool, new Set(['10.0.0.2', '10.0.0.5', '10.0.0.6']))).toBeUndefined();
  });

  test('knows no address of another kind', () => {
    expect(isInPool(pool, '::1')).toBe(false);
    expect(isInPool(pool, 'nonsense')).toBe(false);
  });
});
