import { isDamage, isUnavailable } from '#server/store/availability.ts';
import { StartError } from '#server/store/start-error.ts';

const BUSY = 5;
const RESTORE = 'Restore it from a backup, or move it away to begin with an empty system.';

/** Another process has the file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/** What cannot be opened, in one line: which file, why, and what to do. */
export function damaged(file: string, error: unknown, advice = RESTORE): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  if (isDamage(error)) return new StartError(`${file} is damaged: ${reason}. ${advice}`, { cause: error });
  return new StartError(`${file} cannot be opened: ${reason}. See that this account may read and write it and that its disk has room.`, {
    cause: error,
  });
}

export function orStartError<T>(open: () => T, file: string): T {
  try {
    return open();
  } catch (error) {
    throw codeOf(error) === undefined && !isSystem(error) ? error : damaged(file, error);
  }
}

/** Of the file, not of a statement of ours. */
export function isSqliteError(error: unknown): boolean {
  return isDamage(error) || isUnavailable(error);
}

/** SQLite's primary result code. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

function isSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code);
}
