import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Pages of the log from which on they are brought into the file. */
const LONG_LOG = 1000;
/** SQLite's code of a sync that failed: input or output. */
const IO_ERROR = 10;

/**
 * The log before the file (WAL), brought to the disk beside the server's own thread, which answers others meanwhile: SQLite itself
 * would stand still until the disk is done. A commit leaves SQLite with `synchronous = NORMAL`, whole and in order; it is
 * acknowledged once `kept` has come back, and then it survives the machine as with FULL.
 */
export class WriteAheadLog {
  readonly #file: string;
  readonly #writer: DatabaseSync;
  readonly #open = new Map<string, Promise<FileHandle>>();
  /** How long the log was when it was last brought into the file: what readers still needed of it is left until it has grown again. */
  #brought = 0;
  #look: StatementSync | undefined;

  constructor(file: string, writer: DatabaseSync) {
    this.#file = file;
    this.#writer = writer;
    writer.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  }

  /** Comes back when what is committed is on the disk. Nothing may be written meanwhile. */
  async kept(): Promise<void> {
    await this.#sync(`${this.#file}-wal`);
    this.#look ??= this.#writer.prepare('PRAGMA wal_checkpoint(NOOP)');
    const length = lengthOf(this.#look);
    if (length < this.#brought) this.#brought = 0;
    if (length - this.#brought < LONG_LOG) return;
    // the log is on the disk, and stays as it is until the file is there too: neither has to be waited for in this thread
    this.#writer.exec('PRAGMA synchronous = OFF');
    this.#brought = lengthOf(this.#writer.prepare('PRAGMA wal_checkpoint(PASSIVE)'));
    this.#writer.exec('PRAGMA synchronous = NORMAL');
    await this.#sync(this.#file);
  }

  async close(): Promise<void> {
    for (const opened of this.#open.values()) await (await opened.catch(() => undefined))?.close();
  }

  async #sync(path: string): Promise<void> {
    let opened = this.#open.get(path);
    if (!opened) this.#open.set(path, (opened = open(path, 'r+')));
    try {
      await (await opened).datasync();
    } catch (error) {
      throw Object.assign(new Error(`disk I/O error: ${String(error)}`, { cause: error }), { code: 'ERR_SQLITE_ERROR', errcode: IO_ERROR });
    }
  }
}

/** Pages of the log, as what looks at it or brings it into the file says. */
function lengthOf(checkpoint: StatementSync): number {
  return Number(checkpoint.get()?.['log'] ?? 0);
}
