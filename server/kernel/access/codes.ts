import { createHash, randomInt } from 'node:crypto';

/** Signs that nobody takes for another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Six digits, as an SMS carries them. */
export function digitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A code to be copied from a mail or from paper: `7KPM4XRC`. */
export function signCode(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

/** As it was meant: without the spaces, dashes and small letters of whoever typed it. */
export function plainCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
