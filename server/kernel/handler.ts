import type { Json, Language } from '#domain/model.ts';
import type { HandledId, OperationId, Operations } from '#generated/server/handlers.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Query } from '#server/kernel/validation/query.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

/** One request after its checks: everything in it has the contract's kinds. */
export type Call<Body = unknown> = {
  served: Served;
  services: Services;
  path: Record<string, string>;
  query: Query;
  body: Body;
  /** A password that the call sets, hashed before the transaction: that takes long. */
  password?: { plain: string; hash: string };
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
  gone?: AbortSignal | undefined;
  /** The browser as it names itself. */
  userAgent: string;
};

export type Kept = { packed?: Buffer };

export type Answer<Body = unknown> = {
  status?: number;
  /** Sent as JSON. */
  body?: Body;
  /** JSON that is a text already. */
  text?: string;
  /** Where the text is kept for whoever asks next, what it is compressed is kept too. */
  kept?: Kept;
  etag?: string;
  /** Its ETag is made of what it says: who has it already is answered 304. */
  conditional?: true;
  headers?: Record<string, string>;
  file?: { name: string; bytes: Uint8Array };
  /** A file that is sent while it is made. */
  stream?: { name: string; type: string; parts: AsyncIterable<string> };
  /** The stored item, for the results of bulk calls. */
  item?: Json;
};

/** A request of one operation, with the parameters and the body of the contract. */
export type CallOf<Id extends OperationId> = Omit<Call, 'path' | 'query' | 'body'> &
  Pick<Operations[Id], 'path' | 'body'> & { query: Operations[Id]['query'] & Everywhere };
/** Understood on every call: the caller's language, and a yes to what a rule asked. */
type Everywhere = { locale?: Language; confirm?: boolean };

/** A function that may know more of its call than whoever runs it: that it is given the right one is seen to by its place. */
type Of<Args extends unknown[], Result> = { run(...args: Args): Result }['run'];

/** A call that only reads, or that acts outside the database. */
export type Read<C = Call, Body = unknown> = {
  kind: 'read';
  run: Of<[call: C], Promise<Answer<Body>>>;
  /** The same answer where nothing has to be waited for; undefined where something has to be. */
  now?: Of<[call: C], Answer<Body> | undefined>;
  /** The rows of a stored list, some at a time, as JSON texts: what an export goes through. `whole`: the items that they stand for. */
  rows?: Of<[call: C, whole: boolean], Promise<AsyncIterable<string[]>>>;
};

/**
 * A call that writes, in a transaction that dry runs, bulk calls and idempotency keys share. `prepare` does beforehand
 * what must not hold up other writers (hashing), `after` what follows a commit.
 */
export type Write<C = Call, Body = unknown> = {
  kind: 'write';
  prepare?: Of<[call: C], Promise<void>>;
  run: Of<[call: C, tx: Transaction], Promise<Answer<Body>>>;
  after?: Of<[call: C, answer: Answer<Body>], Promise<void>>;
  /** What a dry run tells of a body beyond the places at which the schema refuses it. */
  further?: Of<[call: C, tx: Transaction, wrong: readonly string[]], Promise<Finding[]>>;
  /** The problem that a body against the schema is, where it is not the usual one. */
  invalid?: (findings: Finding[]) => ProblemError;
};

export type Handler = Read | Write;

/** The body that a success answers. */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

/** What answers one operation. */
type HandlerOf<Id extends OperationId> = Read<CallOf<Id>, Operations[Id]['answer']> | Write<CallOf<Id>, Operations[Id]['answer']>;
/** What answers operations that the model alone does not: `{…} satisfies Handlers` gives each its own call. */
export type Handlers = { readonly [Id in OperationId]?: HandlerOf<Id> };
/** All of them together: every operation that nothing else answers, and none that the contract does not have. */
export type AllHandlers<Own> = { readonly [Id in HandledId]: Read<CallOf<Id>> | Write<CallOf<Id>> } & {
  readonly [Id in Exclude<keyof Own, OperationId>]: never;
};

export function read<C = Call, Body = unknown>(
  run: (call: C) => Promise<Answer<Body>>,
  more: Omit<Read<C, Body>, 'kind' | 'run'> = {},
): Read<C, Body> {
  return { kind: 'read', run, ...more };
}

export function write<C = Call, Body = unknown>(
  run: (call: C, tx: Transaction) => Promise<Answer<Body>>,
  more: Omit<Write<C, Body>, 'kind' | 'run'> = {},
): Write<C, Body> {
  return { kind: 'write', run, ...more };
}
