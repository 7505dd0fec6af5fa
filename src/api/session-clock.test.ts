import { expect, test } from 'vitest';
import { sessionStep } from '#api/session-clock.ts';

const lifetime = 1_800_000;
const session = { token: 't', refreshToken: 'r', username: 'u', expiresAt: lifetime, lifetime, remember: false };
const at = (now: number, lastActive = now, fullScreen = false): Parameters<typeof sessionStep>[1] => ({ now, lastActive, fullScreen });

test.each([
  ['fresh', at(0), 'stay'],
  ['two thirds gone, not less than a third left', at((lifetime * 2) / 3), 'stay'],
  ['less than a third left and active', at((lifetime * 2) / 3 + 1), 'refresh'],
  ['less than a third left, active within the lifetime', at(lifetime - 1, 0), 'refresh'],
  ['past its end', at(lifetime), 'end'],
  ['past its end in full screen', at(lifetime, 0, true), 'refresh'],
  ['idle for longer than the lifetime', { now: lifetime + 1, lastActive: 0, fullScreen: false }, 'end'],
] as const)('%s', (_, when, step) => {
  expect(sessionStep(session, when)).toBe(step);
});

test('idle ends a session that was renewed meanwhile', () => {
  expect(sessionStep({ ...session, expiresAt: lifetime * 3 }, at(lifetime + 1, 0))).toBe('end');
  expect(sessionStep({ ...session, expiresAt: lifetime * 3 }, at(lifetime + 1, 0, true))).toBe('stay');
});
