import { createHash } from 'node:crypto';

/** What the scanner finds in a file, undefined when it is clean; about one file in sixteen is not. */
export function verdictOf(sha256: string): string | undefined {
  const digest = createHash('sha256').update(`scan ${sha256}`).digest();
  return digest[0] !== undefined && digest[0] < 16 ? `Adware.Generic.${digest.toString('hex').slice(2, 8)}` : undefined;
}
