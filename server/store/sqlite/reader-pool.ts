import { Worker } from 'node:worker_threads';

import { type CompiledQuery } from 'kysely';

import { QueryTimeoutError } from '#server/store/engine.ts';

const READERS = 2;
const CAP_MS = 10_000;

export type ReadTask = { id: number; sql: string; parameters: unknown[] };
/** Without id: the reader is ready. */
export type ReadAnswer = { id?: number; rows?: unknown[]; error?: string };

type Waiting = { task: ReadTask; resolve: (rows: unknown[]) => void; reject: (error: Error) => void };
/** The cap counts from when the reader is ready: its start is no part of the query. */
type Reader = { worker: Worker; ready: boolean; busy?: Waiting; timer?: NodeJS.Timeout };

/** SQLite cannot be interrupted from its own thread: long reads run in workers, and a worker over the cap is ended. */
export class ReaderPool {
  readonly #file: string;
  readonly #capMs: number;
  readonly #readers: Reader[] = [];
  readonly #waiting: Waiting[] = [];
  #next = 0;

  constructor(file: string, capMs = CAP_MS) {
    this.#file = file;
    this.#capMs = capMs;
  }

  run<R>(query: CompiledQuery<R>): Promise<R[]> {
    return new Promise<R[]>((resolve, reject) => {
      const task = { id: this.#next++, sql: query.sql, parameters: [...query.parameters] };
      this.#waiting.push({ task, resolve: resolve as (rows: unknown[]) => void, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.worker.terminate()));
  }

  #dispatch(): void {
    const reader = this.#readers.find((candidate) => candidate.ready && !candidate.busy);
    const starting = this.#readers.filter((candidate) => !candidate.ready).length;
    if (!reader && this.#waiting.length > starting && this.#readers.length < READERS) this.#start();
    const next = reader && this.#waiting.shift();
    if (!reader || !next) return;
    reader.busy = next;
    reader.timer = setTimeout(() => this.#end(reader, new QueryTimeoutError('The query took too long.')), this.#capMs);
    reader.worker.postMessage(next.task);
  }

  #start(): void {
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData: { file: this.#file } });
    worker.unref();
    const reader: Reader = { worker, ready: false };
    worker.on('message', (answer: ReadAnswer) => {
      const { busy } = reader;
      clearTimeout(reader.timer);
      delete reader.busy;
      if (answer.id === undefined) reader.ready = true;
      else if (answer.rows) busy?.resolve(answer.rows);
      else busy?.reject(new Error(answer.error ?? 'The query failed.'));
      this.#dispatch();
    });
    worker.on('error', (error) => this.#end(reader, error instanceof Error ? error : new Error(String(error))));
    this.#readers.push(reader);
  }

  #end(reader: Reader, error: Error): void {
    clearTimeout(reader.timer);
    const index = this.#readers.indexOf(reader);
    if (index >= 0) this.#readers.splice(index, 1);
    void reader.worker.terminate();
    reader.busy?.reject(error);
    // one that cannot even start would be started for ever
    if (!reader.ready) for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
    this.#dispatch();
  }
}
