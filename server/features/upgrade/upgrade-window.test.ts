import { expect, test } from 'vitest';

import { isInWindow } from '#server/features/upgrade/upgrade-window.ts';

const night = { windowStart: '23:00', windowEnd: '05:00', timezone: 'Asia/Shanghai' };
const noon = { windowStart: '11:30', windowEnd: '12:30', timezone: 'UTC' };

test.each([
  ['in the night', night, '2026-03-01T16:00:00Z', true],
  ['at its first minute', night, '2026-03-01T15:00:00Z', true],
  ['before it', night, '2026-03-01T14:59:00Z', false],
  ['at its end', night, '2026-03-01T21:00:00Z', false],
  ['at noon', noon, '2026-03-01T12:00:00Z', true],
  ['after noon', noon, '2026-03-01T12:30:00Z', false],
  ['without a window', {}, '2026-03-01T12:30:00Z', true],
])('%s: %s', (_, window, at, inside) => expect(isInWindow(window, Date.parse(at))).toBe(inside));
