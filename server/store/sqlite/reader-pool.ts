import { Worker } from 'node:worker_threads';

import type { CompiledQuery } from 'kysely';

import { QueryTimeoutError } from '#server/store/engine.ts';
import type { MoreTask, ReadAnswer, ReadTask } from '#server/store/sqlite/reader-messages.ts';

const READERS = 2;
/** A second reader, which costs 20 MB, is for queries that had to wait so long. */
const PATIENCE_MS = 50;
const CAP_MS = 10_000;
/** So many may go on after their cap: a thread that was told to end does so when its statement does. */
const OVERDUE = 3;
/** What nobody has asked for so long gives its memory back. */
const IDLE_MS = 30_000;

type Waiting = { task: ReadTask; rows: unknown[][]; resolve: (rows: unknown[]) => void; reject: (error: Error) => void };
/** The cap counts from when the reader is ready: its start is no part of the query. */
type Reader = { worker: Worker; ready: boolean; busy?: Waiting; timer?: NodeJS.Timeout; idle?: NodeJS.Timeout };

/**
 * SQLite cannot be interrupted from its own thread: long reads run in workers. Whoever asks for one over the cap is refused then,
 * and its worker is ended as soon as SQLite lets go of it; while many are overdue, others are refused at once.
 */
export class ReaderPool {
  readonly #file: string;
  readonly #capMs: number;
  readonly #idleMs: number;
  readonly #readers: Reader[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #overdue = new Set<Worker>();
  #next = 0;
  #impatient?: NodeJS.Timeout | undefined;

  constructor(file: string, { capMs = CAP_MS, idleMs = IDLE_MS }: { capMs?: number; idleMs?: number } = {}) {
    this.#file = file;
    this.#capMs = capMs;
    this.#idleMs = idleMs;
  }

  run<R>(query: CompiledQuery<R>): Promise<R[]> {
    return new Promise<R[]>((resolve, reject) => {
      const task = { id: this.#next++, sql: query.sql, parameters: [...query.parameters] };
      this.#waiting.push({ task, rows: [], resolve: resolve as (rows: unknown[]) => void, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#impatient);
    await Promise.all(this.#readers.map((reader) => reader.worker.terminate()));
  }

  #dispatch(): void {
    const reader = this.#readers.find((candidate) => candidate.ready && !candidate.busy);
    if (!reader && this.#waiting.length > 0) this.#wantReader();
    const next = reader && this.#waiting.shift();
    if (!reader || !next) return;
    clearTimeout(reader.idle);
    reader.busy = next;
    reader.timer = setTimeout(() => this.#end(reader, new QueryTimeoutError('The query took too long.')), this.#capMs);
    reader.worker.postMessage(next.task);
  }

  /** The first at once, another when somebody waited for the first. */
  #wantReader(): void {
    if (this.#overdue.size >= OVERDUE) return this.#refuseAll(new QueryTimeoutError('Queries over the cap take all processors.'));
    if (this.#readers.length === 0) return this.#start();
    if (this.#readers.length >= READERS || this.#impatient) return;
    this.#impatient = setTimeout(() => {
      this.#impatient = undefined;
      const isFree = this.#readers.some((reader) => reader.ready && !reader.busy);
      if (this.#waiting.length > 0 && !isFree && this.#readers.length < READERS) this.#start();
    }, PATIENCE_MS).unref();
  }

  #start(): void {
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData: { file: this.#file } });
    worker.unref();
    const reader: Reader = { worker, ready: false };
    worker.on('message', (answer: ReadAnswer) => {
      const { busy } = reader;
      clearTimeout(reader.timer);
      if (answer.rows) busy?.rows.push(answer.rows);
      if (answer.more) {
        setImmediate(() => worker.postMessage({ more: true } satisfies MoreTask));
        return;
      }
      delete reader.busy;
      if (answer.id === undefined) reader.ready = true;
      else if (answer.rows) busy?.resolve(busy.rows.length === 1 ? answer.rows : busy.rows.flat());
      else busy?.reject(errorOf(answer));
      this.#dispatch();
      if (!reader.busy) reader.idle = setTimeout(() => this.#end(reader, new Error('It was idle.')), this.#idleMs).unref();
    });
    worker.on('error', (error) => this.#end(reader, error instanceof Error ? error : new Error(String(error))));
    this.#readers.push(reader);
  }

  #end(reader: Reader, error: Error): void {
    clearTimeout(reader.timer);
    clearTimeout(reader.idle);
    const index = this.#readers.indexOf(reader);
    if (index >= 0) this.#readers.splice(index, 1);
    this.#overdue.add(reader.worker);
    void reader.worker.terminate().finally(() => this.#overdue.delete(reader.worker));
    reader.busy?.reject(error);
    // one that cannot even start would be started for ever
    if (!reader.ready) this.#refuseAll(error);
    this.#dispatch();
  }

  #refuseAll(error: Error): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}

/** With the code by which SQLite tells what is the matter. */
function errorOf({ error = 'The query failed.', errcode }: ReadAnswer): Error {
  return Object.assign(new Error(error), errcode === undefined ? {} : { code: 'ERR_SQLITE_ERROR', errcode });
}
