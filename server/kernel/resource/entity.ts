import { type Principal } from '#server/kernel/access/principal.ts';
import { type Call } from '#server/kernel/handler.ts';
import { type Finding } from '#server/kernel/problem.ts';
import { type ItemSpec, type PlacedRange } from '#server/store/items/item-spec.ts';
import { type ListQuery } from '#server/store/query/list-query.ts';
import { type Reach } from '#server/store/query/reach.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

export type Change = {
  call: Call;
  tx: Transaction;
  spec: ItemSpec;
  before?: Stored;
  /** What will be stored and never leaves, by pointer; known to checks. */
  secrets?: Doc;
};

/** What one entity does beyond its schema. Everything is optional; most entities need nothing. */
export type EntityRules = {
  /** Which rows a person reaches, from the usual reach of tenants. */
  reach?: (principal: Principal, usual: Reach) => Reach;
  /** Whether the person may call one of the operations that access allows on a row; the rest is refused by their handlers as well. */
  mayOn?: (operationId: string, row: Doc, call: Call) => boolean | Promise<boolean>;
  /** Before the transaction: what takes time, such as hashing. */
  prepare?: (call: Call) => Promise<void>;
  /** Properties that the server sets. */
  complete?: (doc: Doc, change: Change) => Promise<Doc> | Doc;
  /** The same for a deleted item that comes back, where a new one would begin anew: a task is not run again. */
  restored?: (doc: Doc, change: Change) => Promise<Doc> | Doc;
  /** What the schema and its named rules cannot say. */
  check?: (doc: Doc, change: Change) => Promise<Finding[]>;
  /** What is refused beyond findings at fields, once there are none. */
  refuse?: (doc: Doc, change: Change) => Promise<void>;
  /** What follows from a write, in the same transaction. */
  written?: (item: Stored, change: Change) => Promise<void>;
  /** Why an item must stay, by throwing. */
  refuseDeletion?: (item: Stored, change: Change) => Promise<void>;
  beforeDelete?: (item: Stored, change: Change) => Promise<void>;
  /** Read-only properties that are not stored: what the server knows of items at this moment, by their ids. */
  noted?: (ids: readonly string[], call: Call) => Promise<ReadonlyMap<string, Doc>>;
  /** Properties that name an account: what `reach` adds as `also` may look at these, and at no others. */
  personal?: readonly string[];
  /** More properties that lists filter by: they get a column. */
  columns?: readonly string[];
  /** More texts that a keyword finds. */
  words?: (doc: Doc) => string[];
  /** Address ranges that other items of the company are compared with. */
  ranges?: (doc: Doc) => PlacedRange[];
  /** Query parameters of the list that are no property. */
  filters?: Record<string, (value: unknown, call: Call) => Partial<ListQuery>>;
  /** What narrows the list that only other rows know. */
  narrow?: (call: Call) => Promise<Partial<Pick<ListQuery, 'among'>>>;
  /** The problem that names a duplicate. */
  duplicate?: (paths: string[], value: string) => import('#generated/problems.ts').Problem | undefined;
  /** The problem that says where it is used. */
  inUse?: (count: number) => import('#generated/problems.ts').Problem;
};
