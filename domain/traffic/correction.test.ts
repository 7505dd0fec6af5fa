import { describe, expect, test } from 'vitest';
import { corrected, correctedFlow, correctionOf, defaultCorrection } from '#domain/traffic/correction.ts';

describe('bandwidth display correction', () => {
  test('a reading above the threshold is replaced by one between 0.4 and 0.9 of the capacity, and kept as raw', () => {
    for (const draw of [0, 0.25, 0.5, 0.999]) {
      const { value, raw } = corrected(950, 1000, draw, defaultCorrection);
      expect(raw).toBe(950);
      expect(value).toBeGreaterThanOrEqual(400);
      expect(value).toBeLessThan(900);
    }
    expect(corrected(950, 1000, 0, defaultCorrection).value).toBe(400);
    expect(corrected(950, 1000, 0.5, defaultCorrection)).toEqual({ value: 650, raw: 950 });
  });

  test('the same draw shows the same value', () => {
    expect(corrected(990, 1000, 0.37, defaultCorrection)).toEqual(corrected(990, 1000, 0.37, defaultCorrection));
  });

  test('at the threshold and below nothing is replaced', () => {
    expect(corrected(900, 1000, 0.5, defaultCorrection)).toEqual({ value: 900 });
    expect(corrected(12, 1000, 0.5, defaultCorrection)).toEqual({ value: 12 });
    expect(corrected(700, 1000, 0.5, { ...defaultCorrection, threshold: 0.6 })).toEqual({ value: 650, raw: 700 });
  });

  test('it can be disabled, for the platform and by the threshold 0 of a company', () => {
    expect(corrected(999, 1000, 0.5, { ...defaultCorrection, enable: false })).toEqual({ value: 999 });
    expect(correctionOf({ enable: true }, 0).enable).toBe(false);
    expect(correctionOf({ enable: true }, 5).enable).toBe(true);
    expect(correctionOf({ enable: false }, 5).enable).toBe(false);
    expect(correctionOf(undefined, undefined)).toEqual(defaultCorrection);
  });

  test('a capacity of nothing is no capacity to correct by', () => {
    expect(corrected(5, 0, 0.5, defaultCorrection)).toEqual({ value: 5 });
  });

  test('flow is the mean x capacity factor x 1.1 / 8', () => {
    expect(correctedFlow(8000, { capacityFactor: 1 })).toBeCloseTo(1100);
    expect(correctedFlow(8000, { capacityFactor: 2 })).toBeCloseTo(2200);
  });
});
