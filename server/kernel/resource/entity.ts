import type { Language, Operation } from '#domain/model.ts';
import type { Problem } from '#generated/problems.ts';
import type { Entities, EntityName } from '#generated/server/entities.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { ItemSpec, KeptRanges, PlacedRange } from '#server/store/items/item-spec.ts';
import type { ListQuery } from '#server/store/query/list-query.ts';
import type { Reach } from '#server/store/query/reach.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

/** One write of an entity, as its rules see it. */
export type Change<Name extends string = string> = {
  call: Call;
  tx: Transaction;
  spec: ItemSpec<Name>;
  before?: Stored<DocOf<Name>>;
  /** What will be stored and never leaves, by pointer; known to checks. */
  secrets?: Doc;
};

/** A hook of one entity, which is run with rows of that entity alone. */
type Of<Args extends unknown[], Result> = { hook(...args: Args): Result }['hook'];
type Eventual<T> = Promise<T> | T;
/** A document that the server has not completed yet. */
export type Given<Name extends string> = Name extends EntityName ? Partial<Entities[Name]> : Doc;

/** What one entity does beyond its schema. Everything is optional; most entities need nothing. */
export type EntityRules<Name extends string = string> = {
  /** Which rows a person reaches, from the usual reach of tenants. */
  reach?: (principal: Principal, usual: Reach) => Reach;
  /** Whether the person may call one of the operations that access allows on a row; the rest is refused by their handlers as well. */
  mayOn?: Of<[operation: Operation, row: DocOf<Name>, call: Call], Eventual<boolean>>;
  /** The problem of a call for a row that is not its caller's (`x-access.rows`), where there is more to say than that it is refused. */
  notForCaller?: Of<[row: DocOf<Name>, call: Call], Problem | undefined>;
  /** Rows of other companies may refer to its rows, too. */
  ofAnyCompany?: true;
  /** Before the transaction: what takes time, such as hashing. */
  prepare?: (call: Call) => Promise<void>;
  /** Properties that the server sets. */
  complete?: Of<[doc: Given<Name>, change: Change<Name>], Eventual<Given<Name>>>;
  /** The same for a deleted item that comes back, where a new one would begin anew: a task is not run again. */
  restored?: Of<[doc: Given<Name>, change: Change<Name>], Eventual<Given<Name>>>;
  /** What the schema and its named rules cannot say. */
  check?: Of<[doc: DocOf<Name>, change: Change<Name>], Promise<Finding[]>>;
  /** What is refused beyond findings at fields, once there are none. */
  refuse?: Of<[doc: DocOf<Name>, change: Change<Name>], Promise<void>>;
  /** What follows from a write, in the same transaction. */
  written?: Of<[item: Stored<DocOf<Name>>, change: Change<Name>], Promise<void>>;
  /** Why an item must stay, by throwing. */
  refuseDeletion?: Of<[item: Stored<DocOf<Name>>, change: Change<Name>], Promise<void>>;
  beforeDelete?: Of<[item: Stored<DocOf<Name>>, change: Change<Name>], Promise<void>>;
  /** Read-only properties that are not stored: what the server knows of items at this moment, by their ids. */
  noted?: (ids: readonly string[], call: Call) => Promise<ReadonlyMap<string, Given<Name>>>;
  /** Properties that name an account: what `reach` adds as `also` may look at these, and at no others. */
  personal?: readonly Property<Name>[];
  /** More properties that lists filter by: they get a column. */
  columns?: readonly Property<Name>[];
  /** More texts that a keyword finds. */
  words?: Of<[doc: DocOf<Name>], string[]>;
  /** How the stored name of an item is told in a language. */
  named?: (label: string, language: Language) => string;
  /** Address ranges that other items of the company are compared with. */
  ranges?: { from: KeptRanges['from']; of: Of<[doc: DocOf<Name>], PlacedRange[]> };
  /** Query parameters of the list that are no property. */
  filters?: Record<string, (value: unknown, call: Call) => Partial<ListQuery>>;
  /** Query parameters without which `narrow` has nothing to say; it has for every call if absent. */
  narrowedBy?: readonly string[];
  /** What narrows the list that only other rows know. */
  narrow?: (call: Call) => Promise<Partial<Pick<ListQuery, 'among'>>>;
  /** The problem that names a duplicate. */
  duplicate?: (paths: string[], value: string) => Problem | undefined;
  /** The problem that says where it is used. */
  inUse?: (count: number) => Problem;
};

/** A property, or a path from one: `macAddresses[]`, `wan[].medium`. */
type Property<Name extends string> = (keyof DocOf<Name> & string) | `${keyof DocOf<Name> & string}${'[' | '.'}${string}`;
/** The rules of entities by name. */
export type RulesByName = { readonly [Name in EntityName]?: EntityRules<Name> };
