import { type Db } from '#server/store/engine.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { itemStatements } from '#server/store/item-statements.ts';
import { type ListAnswer, type ListQuery, listItems, pluckItems } from '#server/store/list.ts';
import { type Among, mayWrite, type Reach, reaches } from '#server/store/reach.ts';
import { type Store } from '#server/store/store.ts';
import { type Doc, type SqlValue } from '#server/store/tables.ts';
import { Transaction } from '#server/store/transaction.ts';

/** Who writes, and in which request: part of every revision. */
export type Actor = { name: string; requestId: string };
export type HandleOptions = { actor: Actor; reach: (resource: string) => Reach };

/** A stored item. `text` is the document as the wire shows it. */
export type Stored = { id: string; text: string; doc: Doc; secret: Doc; owner: string | null; revision: number; createdAt: number };

/** The only way to rows: what the caller cannot reach does not exist for it. */
export class Handle {
  readonly store: Store;
  readonly actor: Actor;
  readonly #reach: (resource: string) => Reach;

  constructor(store: Store, options: HandleOptions) {
    this.store = store;
    this.actor = options.actor;
    this.#reach = options.reach;
  }

  get(spec: ItemSpec, id: string): Promise<Stored | undefined> {
    return this.#read(this.store.engine.read, spec, id);
  }

  list(spec: ItemSpec, query: ListQuery): Promise<ListAnswer> {
    return listItems(this.store, spec, this.#reach(spec.name), query);
  }

  /** Properties that have a column, of every row that fits. */
  pluck(spec: ItemSpec, among: readonly Among[], paths: readonly string[]): Promise<Record<string, SqlValue>[]> {
    return pluckItems(this.store, spec, this.#reach(spec.name), among, paths);
  }

  mayWrite(spec: ItemSpec, owner: string | null): boolean {
    return mayWrite(this.#reach(spec.name), spec, owner);
  }

  /**
   * One transaction. With `dryRun` everything is done and then undone.
   * The function may be repeated by a database that resolves conflicts so: it must not act outside the transaction.
   */
  async write<T>(work: (tx: Transaction) => Promise<T>, options: { dryRun?: boolean } = {}): Promise<T> {
    let touched: ReadonlySet<string> = new Set();
    try {
      const value = await this.store.engine.write(async (db) => {
        const tx = new Transaction(this, db, { get: (spec, id) => this.#read(db, spec, id), anyOf: (spec, id) => readItem(db, spec, id) });
        const result = await work(tx);
        touched = tx.touched;
        if (options.dryRun) throw new Rollback(result);
        return result;
      });
      if (touched.size > 0) this.store.changed(touched);
      return value;
    } catch (error) {
      if (error instanceof Rollback) return error.value as T;
      throw error;
    }
  }

  async #read(db: Db, spec: ItemSpec, id: string): Promise<Stored | undefined> {
    const stored = await readItem(db, spec, id);
    return stored && reaches(this.#reach(spec.name), spec, stored.owner, () => stored.doc) ? stored : undefined;
  }
}

async function readItem(db: Db, spec: ItemSpec, id: string): Promise<Stored | undefined> {
  const [row] = await itemStatements(spec).select(db, { id });
  return row && new StoredItem(row.id, row.doc, row.secret, row.owner, row.revision, row.created_at);
}

/** Parsed only when somebody looks inside: a plain read sends the text as it is stored. */
class StoredItem implements Stored {
  readonly id: string;
  readonly text: string;
  readonly owner: string | null;
  readonly revision: number;
  readonly createdAt: number;
  readonly #secret: string | null;
  #doc: Doc | undefined;

  constructor(id: string, text: string, secret: string | null, owner: string | null, revision: number, createdAt: number) {
    this.id = id;
    this.text = text;
    this.#secret = secret;
    this.owner = owner;
    this.revision = revision;
    this.createdAt = createdAt;
  }

  get doc(): Doc {
    return (this.#doc ??= JSON.parse(this.text) as Doc);
  }

  get secret(): Doc {
    return this.#secret === null ? {} : (JSON.parse(this.#secret) as Doc);
  }
}

class Rollback extends Error {
  readonly value: unknown;

  constructor(value: unknown) {
    super('rolled back');
    this.value = value;
  }
}
