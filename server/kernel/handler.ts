import { type Json, type Language } from '#domain/model.ts';
import { type Principal } from '#server/kernel/access/principal.ts';
import { type Served } from '#server/kernel/contract.ts';
import { type Finding, type ProblemError } from '#server/kernel/problem.ts';
import { type Query } from '#server/kernel/validation/query.ts';
import { type Services } from '#server/kernel/services.ts';
import { type Handle } from '#server/store/items/handle.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

/** One request after its checks: everything in it has the contract's kinds. */
export type Call<Body = unknown> = {
  served: Served;
  services: Services;
  path: Record<string, string>;
  query: Query;
  body: Body;
  ifMatch?: string;
  idempotencyKey?: string;
  bearer?: string;
  /** Undefined on public operations. */
  principal?: Principal;
  /** Rows as far as this caller reaches. */
  handle: Handle;
  language: Language;
  requestId: string;
  ip: string;
  cookie: string | undefined;
  /** The caller's connection is encrypted. */
  secure: boolean;
  /** Aborted when the caller has gone and nobody waits for the answer. */
  gone?: AbortSignal;
  /** The browser as it names itself. */
  userAgent: string;
};

export type Answer = {
  status?: number;
  /** Sent as JSON. */
  body?: unknown;
  /** JSON that is a text already. */
  text?: string;
  etag?: string;
  headers?: Record<string, string>;
  file?: { name: string; bytes: Uint8Array };
  /** A file that is sent while it is made. */
  stream?: { name: string; type: string; parts: AsyncIterable<string> };
  /** The stored item, for the results of bulk calls. */
  item?: Json;
};

/** A call that only reads, or that acts outside the database. */
export type Read = {
  kind: 'read';
  run: (call: Call) => Promise<Answer>;
  /** The rows of a stored list, some at a time, as JSON texts: what an export goes through. `whole`: the items that they stand for. */
  rows?: (call: Call, whole: boolean) => Promise<AsyncIterable<string[]>>;
  /** Forms of the call that every session may make, whatever node the operation asks for. */
  openTo?: (query: Record<string, unknown>) => boolean;
};

/**
 * A call that writes, in a transaction that dry runs, bulk calls and idempotency keys share. `prepare` does beforehand
 * what must not hold up other writers (hashing), `after` what follows a commit.
 */
export type Write = {
  kind: 'write';
  prepare?: (call: Call) => Promise<void>;
  run: (call: Call, tx: Transaction) => Promise<Answer>;
  after?: (call: Call, answer: Answer) => Promise<void>;
  /** What a dry run tells of a body beyond the places at which the schema refuses it. */
  further?: (call: Call, tx: Transaction, wrong: readonly string[]) => Promise<Finding[]>;
  /** The problem that a body against the schema is, where it is not the usual one. */
  invalid?: (findings: Finding[]) => ProblemError;
};

export type Handler = Read | Write;

export const read = (run: Read['run'], more: Omit<Read, 'kind' | 'run'> = {}): Read => ({ kind: 'read', run, ...more });
export const write = (run: Write['run'], more: Omit<Write, 'kind' | 'run'> = {}): Write => ({ kind: 'write', run, ...more });
