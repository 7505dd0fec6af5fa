import { DatabaseUnavailableError } from '#server/store/postgres/errors.ts';

/** SQLite's codes for a database that cannot be used now: busy, locked, read-only, I/O, full, cannot open. */
const unavailable = new Set([5, 6, 8, 10, 13, 14]);

/** SQLite's codes for a file that is no database, or not a whole one; PostgreSQL's for a page or an index that is not. */
const damage = new Set([11, 26]);
const damagedPages = new Set(['XX001', 'XX002']);

/** Whether an error says that what is stored cannot be read: trying again is of no use. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return damage.has(error.errcode & 0xff);
  return 'code' in error && typeof error.code === 'string' && damagedPages.has(error.code);
}

/** Whether an error says that the database is away for the moment: what failed may be tried again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (!('code' in error) || !('errcode' in error)) return false;
  return error.code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number' && unavailable.has(error.errcode & 0xff);
}
