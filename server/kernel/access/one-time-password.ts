import { randomInt } from 'node:crypto';

import { timestamp } from '#server/store/clock.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** Within it the person sets an own one; a password that lies about longer is found by somebody else. */
const GOOD_MS = 24 * 60 * 60 * 1000;
const LENGTH = 15;

/** The name of the account that a system begins with; whoever has it must choose another before anything else. */
export const INITIAL_ADMIN = 'admin';

/** What stands in an account whose password was made for it: it opens nothing but its own change, and not for ever. */
export type OneTime = { mustChangePassword: true; passwordExpiresAt: string };

export function oneTimePassword(): string {
  // signs that nobody takes for another; of each kind that a password needs
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'] as const;
  return Array.from({ length: LENGTH }, (_, index) => {
    const letters = kinds[index % kinds.length] ?? kinds[0];
    return letters.charAt(randomInt(letters.length));
  }).join('');
}

export function oneTime(now: number): OneTime {
  return { mustChangePassword: true, passwordExpiresAt: timestamp(now + GOOD_MS) };
}

/** The account with a password that its person chose, or that somebody gave it for good. */
export function forGood<D extends { mustChangePassword?: unknown; passwordExpiresAt?: unknown }>({
  mustChangePassword: _must,
  passwordExpiresAt: _until,
  ...doc
}: D): Omit<D, 'mustChangePassword' | 'passwordExpiresAt'> {
  return doc;
}

export function mustChangePassword(doc: DocOf<'User'>): boolean {
  return doc.mustChangePassword === true;
}

/** Whether its one-time password was not used in time. */
export function isPasswordExpired({ passwordExpiresAt: until }: DocOf<'User'>, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}
