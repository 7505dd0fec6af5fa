import { QueryTimeoutError } from '#server/store/engine.ts';

/** The database is away for the moment: what failed may be tried again. */
export class DatabaseUnavailableError extends Error {}

/** Somebody else's transaction came in between: this one did nothing and is to be repeated. */
export class ConflictError extends Error {}

const CANCELLED = '57014';
const DUPLICATE = '23505';
const conflicts = new Set(['40001', '40P01', '55P03']);
/** Classes: connection exceptions, no resources left, operator intervention; and a standby that only reads. */
const away = /^(?:08|53|57P0|58)|^25006$/;
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** The driver's own errors have no code. */
const messages = /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout exceeded when trying to connect|timeout expired)/;

/** SQLSTATE, or what the system calls it. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An error of the driver as the store tells it; others stay what they are. */
export function postgresError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = codeOf(error);
  if (code === CANCELLED) return new QueryTimeoutError('The query took too long.', { cause: error });
  if (conflicts.has(code)) return new ConflictError(error.message, { cause: error });
  if (away.test(code) || network.has(code) || messages.test(error.message))
    return new DatabaseUnavailableError(`The database is not available: ${error.message || code}`, { cause: error });
  return error;
}

/** A key that was free when it was looked for, and is not any more. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === DUPLICATE;
}
