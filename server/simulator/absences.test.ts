import { describe, expect, test } from 'vitest';

import { absencesOf, seenUntil } from '#server/simulator/absences.ts';

const HOUR = 3_600_000;
const start = Date.parse('2026-03-02T00:00:00Z');
const devices = Array.from({ length: 160 }, (_, index) => `d-${index}`);
const all = devices.flatMap((deviceId) => absencesOf(deviceId, start, start + 24 * HOUR).map((absence) => ({ deviceId, ...absence })));

describe('devices of the demo network that are away', () => {
  test('are a few, for minutes, the same whenever and however it is asked', () => {
    // two of 160 in an hour
    expect(all.length).toBeGreaterThan(24);
    expect(all.length).toBeLessThan(96);
    for (const { deviceId, from, to } of all) {
      expect(to - from).toBeGreaterThanOrEqual(6 * 60_000);
      expect(to - from).toBeLessThanOrEqual(20 * 60_000);
      expect(absencesOf(deviceId, from + 1000, from + 2000)).toContainEqual({ from, to });
    }
  });

  test('were seen until they went, and are seen again, also by whoever noted that they went', () => {
    const { deviceId, from, to } = all[0] ?? { deviceId: '', from: 0, to: 0 };
    expect(seenUntil({ deviceId, silentFrom: Infinity }, from - 1000)).toBe(from - 1000);
    expect(seenUntil({ deviceId, silentFrom: Infinity }, from + 5000)).toBe(from);
    expect(seenUntil({ deviceId, silentFrom: from }, from + 5000)).toBe(from);
    expect(seenUntil({ deviceId, silentFrom: from }, to + 5000)).toBe(to + 5000);
    // who went for another reason stays away, and who never came is not seen
    expect(seenUntil({ deviceId, silentFrom: from - 2 * HOUR }, to + 5000)).toBe(from - 2 * HOUR);
    expect(seenUntil({ deviceId, silentFrom: 0 }, to + 5000)).toBeUndefined();
  });
});
