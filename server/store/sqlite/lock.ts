import { asObject } from '#domain/json.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { damaged, isBusy, orStartError } from '#server/store/sqlite/damage.ts';
import { StartError } from '#server/store/start-error.ts';

const LOCK_ADVICE = 'It holds no data: delete it and start again.';

/**
 * One process per data directory. The lock itself is the operating system's, held on a file of its own, so it ends with
 * the process however that ends; the text beside it only says who holds it.
 */
export function lockDataDirectory(directory: string): () => void {
  const holder = join(directory, 'lock.json');
  const file = join(directory, 'lock.db');
  const database = orStartError(() => new DatabaseSync(file, { timeout: 0 }), file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DirectoryInUseError(directory, describe(holder), { cause: error });
    throw damaged(file, error, LOCK_ADVICE);
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }));
  return () => database.close();
}

export class DirectoryInUseError extends StartError {
  constructor(directory: string, holder: string, options: ErrorOptions) {
    super(`The data directory ${directory} is in use by ${holder}. Stop that process or set DATA_DIR to another directory.`, options);
  }
}

function describe(file: string): string {
  try {
    const { pid, host, since } = asObject(JSON.parse(readFileSync(file, 'utf8')));
    return `process ${String(pid)} on host ${String(host)} (since ${String(since)})`;
  } catch {
    return 'another process';
  }
}
