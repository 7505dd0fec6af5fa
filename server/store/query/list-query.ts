import type { Reads } from '#server/store/engine.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Disclosure } from '#server/store/query/disclosure.ts';
import type { Among, Reach } from '#server/store/query/reach.ts';
import type { StoreBase } from '#server/store/store-base.ts';

/** `absent`: rows that have no value of it. */
type Range = { path: string; from?: string | number; to?: string | number; absent?: true };

export type ListQuery = {
  among?: Among[];
  /** Properties whose text holds another, without regard to case. */
  likes?: { path: string; text: string }[];
  ranges?: Range[];
  /** Lower-case texts, each of which must occur. */
  contains?: string[];
  sort?: { path: string; descending: boolean }[];
  skip: number;
  limit: number;
  /** Whole documents instead of the smaller rows of lists. */
  whole?: boolean;
  /** Of the documents only these properties: for work over very many of them. */
  only?: readonly string[];
  /** Ids of rows that stand first in the first page wherever they would be. */
  pinned?: string[];
  /** Rows beyond so many, and beyond the page, are not counted. */
  countTo?: number;
  /** What is done with rows that do not fit the contract: who asks marks them, or they are left out. */
  unfit?: 'marked' | 'leftOut' | 'only';
};

/** Rows as JSON texts, in order. `ids` and `owners` stand beside them. `capped` says that there are more rows than `total`. */
export type ListAnswer = { total: number; capped?: boolean; rows: ListRow[] };

/**
 * A page whose rows are shown as they are stored: their texts with commas between them, how many they are, and whose. The same object
 * until the rows are others.
 */
export type PageNow = { total: number; text: string; length: number; owners: readonly (string | null)[] };

/** `partly`: it stands at sites beyond those that are reached too, and may not be changed. */
export type ListRow = { id: string; owner: string | null; text: string; partly?: true };

/** The rows of one resource that a caller reaches: what reads them, and which they are. */
export type View = { store: StoreBase; spec: ItemSpec; reach: Reach; reads: Reads; disclosure?: Disclosure | undefined };
