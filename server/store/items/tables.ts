import type { Generated, Kysely } from 'kysely';

import type { Json } from '#domain/model.ts';

export type SqlValue = string | number | null;

/** A stored item. Columns named `c_…` (value) and `s_…` (sort key) are added per resource, see `item-spec.ts`. */
export type ItemRow = {
  id: string;
  /** The document as the wire shows it, writeOnly properties left out. */
  doc: string;
  /** What a list shows of it, where that is less than the document. */
  row: string | null;
  /** writeOnly properties: they never leave. */
  secret: string | null;
  /** Lower-case text that a keyword is looked for in. */
  search: string;
  owner: string | null;
  revision: number;
  created_at: number;
  updated_at: number;
  [column: `c_${string}` | `s_${string}`]: SqlValue;
};

export type RevisionRow = {
  seq: Generated<number>;
  resource: string;
  id: string;
  revision: number;
  owner: string | null;
  action: string;
  actor: string;
  request_id: string;
  at: number;
  label: string;
  /** RFC 6902: from the revision before to this one. Null for a create: the document itself is the change. */
  patch: string | null;
  /** RFC 6902: back to the revision before; for a delete, the add of the whole last document. Null for a create. */
  undo: string | null;
  /** Of a deletion, what the item needs beside its document to come back (see `Kept`). It never leaves. */
  kept: string | null;
};

/** What is kept with a deletion. */
export type Kept = {
  createdAt: number;
  /** writeOnly values by their pointer. */
  secret?: Doc;
  /** Records that went with the item, of which no revision is kept: how many of which resource. */
  lost?: Record<string, number>;
};

/** The same as it is stored: the secrets sealed. */
export type StoredKept = Omit<Kept, 'secret'> & { secret?: string };

/** The patch of a deletion. */
export const REMOVED = '[{"op":"remove","path":""}]';

/** Every reference from one stored item to another, except to the tenant (the `owner` column). */
export type RefRow = { owner: string | null; resource: string; id: string; path: string; target: string; value: string };

/** One log-in. Of its tokens only the SHA-256 is stored. */
export type SessionRow = {
  id: string;
  token: string;
  refresh: string;
  username: string;
  ip: string;
  user_agent: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  /** When it ends however often it is renewed. */
  ends_at: number;
};

/** A refresh token that was swapped, with the access token of its time; `nonce` leads whoever has it to its successors. */
export type SpentRow = { refresh: string; token: string; session_id: string; nonce: string; at: number };

export type Tables = {
  meta: { name: string; value: string };
  revisions: RevisionRow;
  refs: RefRow;
  log_ins: SessionRow;
  spent_tokens: SpentRow;
  /** Failed attempts at an account from one place, the newest of them at `at`. */
  log_in_failures: { account: string; place: string; failed: number; frozen_until: number; at: number };
  idempotency: {
    username: string;
    key: string;
    operation: string;
    body: string;
    status: number;
    etag: string | null;
    answer: string;
    at: number;
  };
  jobs: { id: string; due: number; kind: string; payload: string; lease_until: number; tries: number };
  /** Messages to people, until they are sent. */
  outbox: { id: string; at: number; sent_at: number | null; message: string };
  /** What rows were made into. */
  files: { resource: string; id: string; owner: string | null; name: string; bytes: Uint8Array };
  ranges: { resource: string; id: string; owner: string; pointer: string; low: string; high: string; text: string };
  /** What is good for a while: pictures, codes, successors of tokens. */
  ephemeral: { kind: string; key: string; value: string; until: number };
  /** Items whose documents are not what the contract says. */
  unfit: { resource: string; id: string };
  preferences: { username: string; name: string; value: string };
  /** Documents that are no resource: filter rules of companies. */
  settings: { name: string; value: string };
} & { [item: `r_${string}`]: ItemRow };

export type ItemTable = `r_${string}`;
/**
 * A document of whatever entity: for code that serves all of them alike (the store, CRUD, history), for one of an earlier
 * shape, and for entities of other contracts. What knows its entity takes `DocOf` of it.
 */
export type Doc = Record<string, Json>;

/** A stored item. `text` is the document as the wire shows it. */
export type Stored<Item extends Doc = Doc> = {
  id: string;
  text: string;
  doc: Item;
  secret: Doc;
  owner: string | null;
  revision: number;
  createdAt: number;
};

export type Db = Kysely<Tables>;
