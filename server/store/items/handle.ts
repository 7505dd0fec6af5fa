import { fileOf } from '#server/store/items/files.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { itemStatements, type ShownCells } from '#server/store/items/item-statements.ts';
import { type Group, groupedMeans, groupedTallies, type Grouping, type Tally, type Tallying } from '#server/store/query/aggregate.ts';
import { listItems, pageKept, pageNow, pluckItems } from '#server/store/query/list.ts';
import type { ListAnswer, ListQuery, PageNow, View } from '#server/store/query/list-query.ts';
import { isNarrowed, type Standing, standingOf, WHOLE, withoutPlaces } from '#server/store/query/places.ts';
import { type Disclosure, isShownWhole, redactionOf } from '#server/store/query/disclosure.ts';
import { type Among, mayWrite, type Reach, reaches, unlimited } from '#server/store/query/reach.ts';
import { scanItems } from '#server/store/query/scan.ts';
import { readScope, writeScope } from '#server/store/query/scope.ts';
import type { StoreBase } from '#server/store/store-base.ts';
import { type LeftOut, UnfitError } from '#server/store/fits/left-out.ts';
import type { Doc, SqlValue, Stored, Db } from '#server/store/items/tables.ts';
import { ShownItem, StoredItem } from '#server/store/items/stored-item.ts';
import { type Column, docOf, type DocOf, typed, wanted, type Where } from '#server/store/items/typed.ts';
import { type Actor, Transaction } from '#server/store/items/transaction.ts';

export type HandleOptions = {
  actor: Actor;
  reach: (spec: ItemSpec) => Reach;
  /** What is told of the items that are reached; everything where it is absent. */
  disclosure?: Disclosure;
  /** Set where rows are read for an answer: what does not fit the contract is left out of it, and noted here. */
  leftOut?: LeftOut;
  /** Leaves the choice of rows to the database's own policies: for the tests that prove them. */
  onlyPolicies?: true;
};

/** The only way to rows: what the caller cannot reach does not exist for it. */
export class Handle {
  readonly store: StoreBase;
  readonly actor: Actor;
  readonly leftOut: LeftOut | undefined;
  readonly #reach: (spec: ItemSpec) => Reach;
  readonly #disclosure: Disclosure | undefined;
  readonly #onlyPolicies: boolean;

  constructor(store: StoreBase, options: HandleOptions) {
    this.store = store;
    this.actor = options.actor;
    this.leftOut = options.leftOut;
    this.#reach = options.reach;
    this.#disclosure = options.disclosure;
    this.#onlyPolicies = options.onlyPolicies ?? false;
    if (this.#onlyPolicies && store.engine.dialect.name !== 'postgres') throw new Error('This database has no policies.');
  }

  /** An item as it is shown: sites that are not reached are taken out of it. Throws where it does not fit the contract. */
  async get<Name extends string>(spec: ItemSpec<Name>, id: string): Promise<Stored<DocOf<Name>> | undefined> {
    const found = await this.#found(spec, id);
    if (!found) return undefined;
    const shown = await this.shown(spec, found.stored, { hidden: found.standing.hidden });
    const { fits } = this.store;
    const findings = this.leftOut && fits.suspects(spec) ? fits.findings(spec, found.stored.doc) : [];
    if (findings.length > 0) throw new UnfitError(spec, shown, findings);
    return typed(spec, shown);
  }

  /** An item that is shown as it is stored, at once: undefined where there is none, and where more than its row has to be read. */
  now(spec: ItemSpec, id: string): ShownItem | undefined {
    const { engine } = this.store;
    if (!this.#isPlain(spec)) return undefined;
    const { read } = engine.as(readScope(this.#reach(spec), spec));
    const [cells] = itemStatements(spec).shown.now<ShownCells>(read, { id }) ?? [];
    if (!cells) return undefined;
    const item = new ShownItem(cells);
    if (!reaches(this.#narrowing(spec), spec, item.owner, () => item.doc)) return undefined;
    return isShownWhole(this.#disclosure, spec, [item.owner]) ? item : undefined;
  }

  /** Whose an item is that is reached, whether or not it fits: undefined where there is none. */
  async reached(spec: ItemSpec, id: string): Promise<Pick<Stored, 'id' | 'owner'> | undefined> {
    return (await this.#found(spec, id))?.stored;
  }

  /** What an item that is reached was made into. */
  async file(spec: ItemSpec, id: string, name: string): Promise<Uint8Array | undefined> {
    if (!(await this.#found(spec, id))) return undefined;
    return fileOf(this.store.engine.as(readScope(this.#reach(spec), spec)).read, spec, id, name);
  }

  /** A stored item as it is shown to the caller; `within`: as an open transaction has it. */
  async shown(spec: ItemSpec, stored: Stored, { hidden, within }: { hidden?: ReadonlySet<string>; within?: Db } = {}): Promise<Stored> {
    const { engine } = this.store;
    const redact = this.#disclosure && (await redactionOf(engine, this.#disclosure, spec, [stored], within));
    if (!redact && !hidden?.size) return stored;
    const doc = hidden?.size ? withoutPlaces(spec, stored.doc, hidden) : stored.doc;
    return shownItem(stored, redact ? redact(stored, doc) : doc);
  }

  /** Properties that are kept from the caller in items of this owner. */
  withheld(spec: ItemSpec, owner: string | null): readonly string[] {
    return this.#disclosure?.withheld(spec, owner) ?? [];
  }

  async list(spec: ItemSpec, query: ListQuery): Promise<ListAnswer> {
    return listItems(this.#view(spec), await this.#fitting(spec, query));
  }

  /** A list of rows that are shown as they are stored, at once; undefined where more than they and their count has to be read. */
  listNow(spec: ItemSpec, query: ListQuery): PageNow | undefined {
    return this.#ifShownWhole(spec, this.#isPlain(spec) ? pageNow(this.#view(spec), query) : undefined);
  }

  /** The same where the database has to be asked whether it is still so. */
  async listKept(spec: ItemSpec, query: ListQuery): Promise<PageNow | undefined> {
    const { tenants } = this.#reach(spec);
    // to whom some of his own is not shown whole, a page would mostly be read in vain
    if (tenants !== 'all' && !isShownWhole(this.#disclosure, spec, [...tenants])) return undefined;
    return this.#ifShownWhole(spec, this.#isPlain(spec) ? await pageKept(this.#view(spec), query) : undefined);
  }

  /** The whole documents of a list. */
  async docs<Name extends string>(spec: ItemSpec<Name>, query: ListQuery & { where?: Where<Name> }): Promise<DocOf<Name>[]> {
    const { where, among = [], ...rest } = query;
    const { rows } = await this.list(spec, { ...rest, among: [...among, ...wanted(where)], whole: true });
    return rows.map(({ text }) => docOf(spec, text));
  }

  /** Every row of a list, some at a time. */
  async *scan(spec: ItemSpec, query: ListQuery, size: number): AsyncGenerator<string[]> {
    yield* scanItems(this.#view(spec), await this.#fitting(spec, query), size);
  }

  /** Properties that have a column, or (`neId.city`) those of what they refer to, of every row that fits; `distinct`: each combination once. */
  async pluck<Name extends string, Path extends Column<Name> | `${Column<Name>}.${string}`>(
    spec: ItemSpec<Name>,
    among: readonly Among[],
    paths: readonly Path[],
    options: { distinct?: boolean } = {},
  ): Promise<Record<Path, SqlValue>[]> {
    return pluckItems(this.#view(spec), await this.#fitting(spec, { among: [...among] }), paths, options);
  }

  /** Means of what rows measured, put together by the database. */
  async means<Name extends string, By extends Column<Name>>(
    spec: ItemSpec<Name>,
    grouping: Grouping<By, Column<Name>>,
  ): Promise<Group<By>[]> {
    return groupedMeans(this.#view(spec), await this.#fitting(spec, grouping));
  }

  /** How many rows there are of each kind, and what of them adds up, counted by the database. */
  async tallies<Name extends string, By extends Column<Name>>(
    spec: ItemSpec<Name>,
    tallying: Tallying<By, Column<Name>>,
  ): Promise<Tally<By>[]> {
    return groupedTallies(this.#view(spec), await this.#fitting(spec, tallying));
  }

  /** The address ranges that items of a tenant hold, whether or not they are reached: what is taken is taken for everybody. */
  async ranges(spec: ItemSpec, owner: string): Promise<{ id: string; pointer: string; low: string; high: string; text: string }[]> {
    return this.store.engine
      .as(readScope(this.#reach(spec), spec))
      .read.selectFrom('ranges')
      .select(['id', 'pointer', 'low', 'high', 'text'])
      .where('resource', '=', spec.name)
      .where('owner', '=', owner)
      .orderBy('low')
      .execute();
  }

  /** The ids of every row that fits. */
  async ids<Name extends string>(spec: ItemSpec<Name>, where: Where<Name>): Promise<string[]> {
    const rows = await pluckItems(this.#view(spec), await this.#fitting(spec, { among: wanted(where) }), [spec.id]);
    return rows.map((row) => String(row[spec.id]));
  }

  /** Whether rows of this owner may be written; where they stand is asked by `standing`. */
  mayWrite(spec: ItemSpec, owner: string | null): boolean {
    return this.#onlyPolicies || mayWrite(this.#reach(spec), spec, owner);
  }

  /** What an answer names although its caller does not reach it; what does not fit is left out of it too. */
  asServer(): Handle {
    return new Handle(this.store, { actor: this.actor, reach: () => unlimited, ...(this.leftOut ? { leftOut: this.leftOut } : {}) });
  }

  /** The rows of one resource that are reached at all. */
  reach(spec: ItemSpec): Reach {
    return this.#narrowing(spec);
  }

  /** The transaction as the database lets this caller write a resource. */
  writing(tx: Db, spec: ItemSpec): Db {
    return this.store.engine.within(tx, writeScope(this.#reach(spec), spec));
  }

  /**
   * One transaction. With `dryRun` everything is done and then undone.
   * The function may be repeated by a database that resolves conflicts so: it must not act outside the transaction.
   */
  async write<T>(work: (tx: Transaction) => Promise<T>, options: { dryRun?: boolean } = {}): Promise<T> {
    let touched: ReadonlySet<string> = new Set();
    const trial: { result?: { value: T } } = {};
    const { engine } = this.store;
    try {
      const value = await engine.write(
        async (db) => {
          const tx = this.within(db);
          const result = await work(tx);
          touched = tx.touched;
          if (!options.dryRun) return result;
          trial.result = { value: result };
          throw new Rollback();
        },
        { touched: () => touched },
      );
      if (touched.size > 0) this.store.heard(touched);
      return value;
    } catch (error) {
      if (error instanceof Rollback && trial.result) return trial.result.value;
      throw error;
    }
  }

  /** What this handle writes in a transaction of the database that is open already. */
  within(db: Db): Transaction {
    return new Transaction(this, db, this.#readsWithin(db));
  }

  /** A transaction that is open already, as far as this handle reaches: one call of several may reach less than another. */
  join({ db, touched }: Transaction): Transaction {
    return new Transaction(this, db, this.#readsWithin(db), { touched, writesAll: false });
  }

  /** What is about to be changed is read whole: nobody changes what stands at sites beyond. */
  #readsWithin(db: Db): ConstructorParameters<typeof Transaction>[2] {
    const { engine } = this.store;
    return {
      get: async (spec, id) => {
        const found = await this.#read(engine.within(db, readScope(this.#reach(spec), spec)), db, spec, id);
        return found && typed(spec, found.stored);
      },
      anyOf: async (spec, id) => {
        const found = await readItem(db, spec, id);
        return found && typed(spec, found);
      },
    };
  }

  #found(spec: ItemSpec, id: string): Promise<{ stored: Stored; standing: Standing } | undefined> {
    const { engine } = this.store;
    return this.#read(engine.as(readScope(this.#reach(spec), spec)).read, engine.read, spec, id);
  }

  /** `own` sees what the caller does; where a row stands is asked of `whole`, which also sees the sites beyond. */
  async #read(own: Db, whole: Db, spec: ItemSpec, id: string): Promise<{ stored: Stored; standing: Standing } | undefined> {
    const stored = await readItem(own, spec, id);
    const reach = this.#narrowing(spec);
    if (!stored || !reaches(reach, spec, stored.owner, () => stored.doc)) return undefined;
    if (!isNarrowed(reach, spec)) return { stored, standing: WHOLE };
    const standing = await standingOf(whole, reach, spec, stored.owner, stored.doc);
    return standing.reached ? { stored, standing } : undefined;
  }

  /**
   * What does not fit is left out of what is read for an answer, and noted, unless who asks marks it. Nobody knows which
   * rows those are until all have been looked through, which takes as long as it takes once after a change of the contract.
   */
  async #fitting<Q extends Partial<ListQuery>>(spec: ItemSpec, query: Q): Promise<Q> {
    const { fits } = this.store;
    if (!this.leftOut || query.unfit !== undefined || !fits.suspects(spec)) return query;
    await fits.known(spec);
    const { among = [], ranges = [], likes = [], contains = [] } = query;
    const unfit = await pluckItems(this.#view(spec), { among, ranges, likes, contains, unfit: 'only' }, [spec.id]);
    if (unfit.length === 0) return query;
    this.leftOut.note(
      spec.name,
      unfit.map((row) => String(row[spec.id])),
    );
    return { ...query, unfit: 'leftOut' };
  }

  /** Whether rows that are reached are reached whole, and all that are stored fit the contract. */
  #isPlain(spec: ItemSpec): boolean {
    return !this.store.fits.suspects(spec) && !isNarrowed(this.#narrowing(spec), spec);
  }

  #ifShownWhole(spec: ItemSpec, page: PageNow | undefined): PageNow | undefined {
    return page && isShownWhole(this.#disclosure, spec, page.owners) ? page : undefined;
  }

  #view(spec: ItemSpec): View {
    const reads = this.store.engine.as(readScope(this.#reach(spec), spec));
    return { store: this.store, spec, reach: this.#narrowing(spec), reads, disclosure: this.#disclosure };
  }

  /** What the queries themselves limit rows to. */
  #narrowing(spec: ItemSpec): Reach {
    return this.#onlyPolicies ? unlimited : this.#reach(spec);
  }
}

async function readItem(db: Db, spec: ItemSpec, id: string): Promise<Stored | undefined> {
  const [row] = await itemStatements(spec).select(db, { id });
  return row && new StoredItem(spec, row);
}

function shownItem({ id, secret, owner, revision, createdAt }: Stored, doc: Doc): Stored {
  return { id, text: JSON.stringify(doc), doc, secret, owner, revision, createdAt };
}

class Rollback extends Error {}
