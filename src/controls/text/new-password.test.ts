import { expect, test } from 'vitest';
import { passwordProblem } from '#domain/password.ts';
import { newPassword } from './new-password.ts';

test('every new password passes the strength check, and no two are the same', () => {
  const made = Array.from({ length: 500 }, newPassword);
  expect(made.map(passwordProblem).filter(Boolean)).toEqual([]);
  expect(new Set(made).size).toBe(500);
});
