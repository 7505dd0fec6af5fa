import { DatabaseUnavailableError } from '#server/store/postgres/errors.ts';

/** SQLite's codes for a database that cannot be used now: busy, locked, read-only, I/O, full, cannot open. */
const unavailable = new Set([5, 6, 8, 10, 13, 14]);

/** Whether an error says that the database is away for the moment: what failed may be tried again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (!('code' in error) || !('errcode' in error)) return false;
  return error.code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number' && unavailable.has(error.errcode & 0xff);
}
