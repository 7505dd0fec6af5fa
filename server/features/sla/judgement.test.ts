import { describe, expect, test } from 'vitest';

import { breachOf, isOn } from '#server/features/sla/judgement.ts';

const thresholds = { latencyThreshold: 100, jitterThreshold: 20, lossThreshold: 2 };

describe('a period of a probe', () => {
  test.each([
    [{ lossRate: 2, availability: 98, latency: 100, jitter: 20 }, undefined],
    [
      { lossRate: 2.1, availability: 97.9, latency: 500 },
      { value: 2.1, threshold: 2, unit: '%' },
    ],
    [
      { lossRate: 100, availability: 0 },
      { value: 100, threshold: 2, unit: '%' },
    ],
    [
      { lossRate: 0, availability: 100, latency: 100.1 },
      { value: 100.1, threshold: 100, unit: 'ms' },
    ],
    [
      { lossRate: 0, availability: 100, latency: 1, jitter: 21 },
      { value: 21, threshold: 20, unit: 'ms' },
    ],
  ])('%j is beyond %j', (figures, breach) => {
    expect(breachOf(thresholds, figures)).toEqual(breach);
  });
});

describe('its alarm', () => {
  test.each([
    [false, [true], 1, true],
    [true, [true, false], 1, false],
    [false, [true], 2, false],
    [false, [false, true], 2, false],
    [false, [true, true], 2, true],
    // one good period in between neither ends it nor begins it anew
    [true, [true, false], 2, true],
    [true, [false, true], 2, true],
    [true, [false, false], 2, false],
    // of what nothing was measured nothing is known
    [true, [], 1, true],
    [true, [false], 2, true],
  ])('was %j, beyond %j of %i in a row: %j', (was, beyond, consecutive, on) => {
    expect(isOn(was, beyond, consecutive)).toBe(on);
  });
});
