import { sql } from 'kysely';

import { rowLabel } from '#domain/label.ts';
import { selectRows } from '#domain/select.ts';
import { timestamp } from '#server/store/clock.ts';
import { countedUses, countsOf, recounted, withCounts } from '#server/store/query/counts.ts';
import { type Files, forgetFiles, keepFiles } from '#server/store/items/files.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { insertMany, type NewRows } from '#server/store/items/insert-many.ts';
import { insertRevision, itemStatements } from '#server/store/items/item-statements.ts';
import { derived, rangeRows, refRows } from '#server/store/migrate.ts';
import { diff, patched } from '#server/store/items/patch.ts';
import { type Standing, standingOf, WHOLE } from '#server/store/query/places.ts';
import { followRefs, insertRefs } from '#server/store/items/refs.ts';
import { sealed } from '#server/store/items/sealed.ts';
import { type Db, type Doc, REMOVED, type RevisionRow, type Stored, type StoredKept } from '#server/store/items/tables.ts';
import { OPERATION_LOG, SYSTEM } from '#server/store/items/authors.ts';
import type { Reach } from '#server/store/query/reach.ts';
import type { StoreBase } from '#server/store/store-base.ts';
import { countItems, findItems } from '#server/store/query/lookup.ts';
import { type DocOf, type Draft, typed, type Where } from '#server/store/items/typed.ts';
import { template } from '#server/store/query/template.ts';

/** An item that the caller may see but not write: it is another tenant's, or everybody's. */
export class ForeignItemError extends Error {}

/** Who writes, and in which request: part of every revision. */
export type Actor = { name: string; requestId: string };

/** An item that stands, or would stand, at sites beyond those that the caller reaches. */
export class OutOfReachError extends Error {}

/** Who writes, and how far: a handle. */
type Writer = {
  readonly store: StoreBase;
  readonly actor: Actor;
  reach(spec: ItemSpec): Reach;
  mayWrite(spec: ItemSpec, owner: string | null): boolean;
  writing(tx: Db, spec: ItemSpec): Db;
  shown(spec: ItemSpec, stored: Stored, how: { within: Db }): Promise<Stored>;
  withheld(spec: ItemSpec, owner: string | null): readonly string[];
};
type Get = <Name extends string>(spec: ItemSpec<Name>, id: string) => Promise<Stored<DocOf<Name>> | undefined>;

/** Writes inside one transaction. Each leaves its revision: patch, actor, request and time. */
export class Transaction {
  readonly handle: Writer;
  readonly db: Db;
  readonly touched: Set<string>;
  readonly get: Get;
  /** Whoever may see it: for what the server follows up by itself. */
  readonly anyOf: Get;
  readonly #writesAll: boolean;

  constructor(handle: Writer, db: Db, reads: { get: Get; anyOf: Get }, from?: { touched: Set<string>; writesAll: boolean }) {
    this.handle = handle;
    this.db = db;
    this.get = reads.get;
    this.anyOf = reads.anyOf;
    this.touched = from?.touched ?? new Set();
    this.#writesAll = from?.writesAll ?? false;
  }

  /** The same transaction, for what the server itself does in consequence: it may write what the caller may not. */
  asServer(): Transaction {
    return new Transaction(this.handle, this.db, { get: this.anyOf, anyOf: this.anyOf }, { touched: this.touched, writesAll: true });
  }

  /** Items that have these values, whoever may see them, by id. */
  find<Name extends string>(spec: ItemSpec<Name>, where: Where<Name>, options?: { limit: number }): Promise<Stored<DocOf<Name>>[]> {
    return findItems(this.db, spec, where, options);
  }

  count<Name extends string>(spec: ItemSpec<Name>, where: Where<Name>): Promise<number> {
    return countItems(this.db, spec, where);
  }

  /** An item as the caller is shown it when the transaction has come so far. */
  shown(spec: ItemSpec, stored: Stored): Promise<Stored> {
    return this.handle.shown(spec, stored, { within: this.db });
  }

  /** How a document stands to the sites that the caller reaches. */
  standing(spec: ItemSpec, owner: string | null, doc: Doc): Promise<Standing> {
    return this.#writesAll ? Promise.resolve(WHOLE) : standingOf(this.db, this.handle.reach(spec), spec, owner, doc);
  }

  /** Stores a new document; revision and times are set here. */
  async insert<Name extends string>(
    spec: ItemSpec<Name>,
    doc: Draft<Name>,
    secret: Doc = {},
    action = 'create',
    times = this.#times(),
  ): Promise<Stored<DocOf<Name>>> {
    const isRecord = spec.resource.data?.record === true;
    const marks = { revision: isRecord ? 1 : await this.#nextRevision(spec, idOf(spec, doc)), ...times };
    const stored = await this.#put(spec, doc, secret, marks, 'insert');
    await this.#revise(spec, stored, action, { patch: null, undo: null }, times.updatedAt);
    return typed(spec, stored);
  }

  /** Stores many documents of which none was there before, under whatever id: what a new database begins with. */
  async insertAll(spec: ItemSpec, given: readonly New[], action: string): Promise<void> {
    const rows: NewRows = { items: [], revisions: [], refs: [], ranges: [] };
    const owners = await this.#ownersOf(spec, given);
    for (const { doc: said, secret, ...times } of given) {
      const id = idOf(spec, said);
      const owned = withOwner(spec, said, owners);
      const owner = ownerOf(spec, owned);
      await this.#mustWrite(spec, owner, owned);
      const marks = { revision: 1, ...times };
      const doc = withCounts(stamp(spec, owned, marks), await countsOf(this.db, spec, id));
      rows.items.push(itemRow(spec, { id, doc, text: JSON.stringify(doc), secret, owner }, marks));
      rows.refs.push(...refRows(spec, id, owner, doc));
      rows.ranges.push(...rangeRows(spec, id, owner, doc));
      if (spec.resource.data?.record !== true)
        rows.revisions.push(this.#revision(spec, { id, doc, owner, revision: 1 }, action, { patch: null, undo: null }, times.updatedAt));
    }
    await insertMany(this.#own(spec), spec, rows);
    await this.#recount(spec, [], rows.refs);
    this.touched.add(spec.name);
  }

  async update<Name extends string>(
    spec: ItemSpec<Name>,
    before: Stored,
    doc: Draft<Name>,
    secret: Doc = before.secret,
    action = 'update',
  ): Promise<Stored<DocOf<Name>>> {
    const marks = { revision: before.revision + 1, createdAt: before.createdAt, updatedAt: this.handle.store.clock.now() };
    await this.#mustWrite(spec, before.owner, before.doc);
    const stored = await this.#put(spec, doc, secret, marks, 'update');
    const [from, to] = [withoutStamps(spec, before.doc), withoutStamps(spec, stored.doc)];
    await this.#revise(spec, stored, action, { patch: JSON.stringify(diff(from, to)), undo: JSON.stringify(diff(to, from)) });
    return typed(spec, stored);
  }

  /** Changes what the server notes on an item (a last log-in): no revision, nobody's edit becomes stale. */
  async annotate<Name extends string>(spec: ItemSpec<Name>, before: Stored, doc: DocOf<Name>, secret?: Doc): Promise<void> {
    const columns = { ...derived(spec, doc), doc: JSON.stringify(doc), ...(secret ? { secret: sealed(spec, secret) } : {}) };
    await this.db.updateTable(spec.table).set(columns).where('id', '=', before.id).execute();
    await followRefs(this.db, spec, before, doc);
    await this.handle.store.fits.follow(this.db, spec, before.id, doc);
    this.touched.add(spec.name);
  }

  /** Keeps what an item was made into, once and for all; false where it was kept before. */
  async keepFiles(spec: ItemSpec, item: Stored, files: Files): Promise<boolean> {
    await this.#mustWrite(spec, item.owner, item.doc);
    return keepFiles(this.#own(spec), spec, item, files);
  }

  /** `lost`: records that went with it, of which nothing is kept but their number. */
  async remove(spec: ItemSpec, before: Stored, action = 'delete', lost: Record<string, number> = {}): Promise<void> {
    await this.#mustWrite(spec, before.owner, before.doc);
    const used = await countedUses(this.db, spec, before.id);
    const deleted = await itemStatements(spec).delete(this.#own(spec), { id: before.id });
    mustBeWritten(spec, before.owner, deleted);
    await this.#forgetRefs(spec, before.id);
    await forgetFiles(this.db, spec, [before.id]);
    await this.handle.store.fits.follow(this.db, spec, before.id);
    await this.#recount(spec, used, []);
    const undo = JSON.stringify([{ op: 'add', path: '', value: withoutStamps(spec, before.doc) }]);
    const hidden = sealed(spec, before.secret);
    const kept: StoredKept = {
      createdAt: before.createdAt,
      ...(hidden === null ? {} : { secret: hidden }),
      ...(Object.keys(lost).length > 0 ? { lost } : {}),
    };
    const change = { patch: REMOVED, undo, kept: JSON.stringify(kept) };
    await this.#revise(spec, { ...before, doc: before.doc, secret: {}, revision: before.revision + 1 }, action, change);
    this.touched.add(spec.name);
  }

  /** Gives an item another id; its history goes with it, and what refers to it follows. */
  async rename(spec: ItemSpec, before: Stored, id: string): Promise<Stored> {
    await this.#mustWrite(spec, before.owner, before.doc);
    await sql`update ${sql.table(spec.table)} set id = ${id} where id = ${before.id}`.execute(this.db);
    await this.db.updateTable('revisions').set({ id }).where('resource', '=', spec.name).where('id', '=', before.id).execute();
    await this.#forgetRefs(spec, before.id);
    await this.handle.store.fits.follow(this.db, spec, before.id);
    const renamed = await this.update(
      spec,
      { ...before, id, doc: before.doc, secret: before.secret },
      { ...before.doc, [spec.id]: id },
      before.secret,
      'rename',
    );
    await this.#follow(spec, before.id, id);
    return renamed;
  }

  /** References hold the id: they name the same item as before. */
  async #follow(target: ItemSpec, from: string, to: string): Promise<void> {
    const uses = await this.db.selectFrom('refs').selectAll().where('target', '=', target.name).where('value', '=', from).execute();
    const server = this.asServer();
    for (const { resource, id, path } of uses) {
      const spec = this.handle.store.specNamed(resource);
      const ref = spec?.refs.find((each) => each.path === path);
      // a reference by another property does not hold the id
      if (!spec || (ref?.value !== undefined && ref.value !== target.id)) continue;
      const user = await server.get(spec, id);
      if (!user) continue;
      const cells = selectRows(user.doc, [path]).flatMap(([cell]) => (cell?.value === from ? [cell.pointer] : []));
      const patch = cells.map((pointer) => ({ op: 'replace' as const, path: pointer, value: to }));
      await server.update(spec, user, patched(user.doc, patch), user.secret, 'rename');
    }
  }

  async #put(spec: ItemSpec, given: Doc, secret: Doc, marks: Marks, how: 'insert' | 'update'): Promise<Stored> {
    const id = idOf(spec, given);
    const owned = await this.#withOwner(spec, given);
    const owner = ownerOf(spec, owned);
    await this.#mustWrite(spec, owner, owned);
    const doc = withCounts(stamp(spec, owned, marks), await countsOf(this.db, spec, id));
    const text = JSON.stringify(doc);
    const db = this.#own(spec);
    const written = await itemStatements(spec)[how](db, itemRow(spec, { id, doc, text, secret, owner }, marks));
    const used = how === 'update' ? await countedUses(this.db, spec, id) : [];
    if (how === 'update') {
      mustBeWritten(spec, owner, written);
      await this.#forgetRefs(spec, id);
    }
    const refs = refRows(spec, id, owner, doc);
    await insertRefs(db, refs);
    await this.#recount(spec, used, refs);
    const ranges = rangeRows(spec, id, owner, doc);
    if (ranges.length > 0) await db.insertInto('ranges').values(ranges).execute();
    await this.handle.store.fits.follow(this.db, spec, id, doc);
    this.touched.add(spec.name);
    return { id, text, doc, secret, owner, revision: marks.revision, createdAt: marks.createdAt };
  }

  async #revise(spec: ItemSpec, item: Stored, action: string, change: Change, at = this.handle.store.clock.now()): Promise<void> {
    if (spec.resource.data?.record) return;
    await insertRevision(this.#own(spec), this.#revision(spec, item, action, change, at));
    if (this.handle.actor.name !== SYSTEM) this.touched.add(OPERATION_LOG);
  }

  #revision(
    spec: ItemSpec,
    item: Pick<Stored, 'id' | 'doc' | 'owner' | 'revision'>,
    action: string,
    change: Change,
    at: number,
  ): Omit<RevisionRow, 'seq'> {
    return {
      resource: spec.name,
      id: item.id,
      revision: item.revision,
      owner: item.owner,
      action,
      actor: this.handle.actor.name,
      request_id: this.handle.actor.requestId,
      at,
      label: rowLabel(spec.resource.label, item.doc, item.id),
      kept: null,
      ...change,
    };
  }

  /** An id that existed before goes on counting, so that an old ETag never fits a new item. */
  async #nextRevision(spec: ItemSpec, id: string): Promise<number> {
    const last = await lastRevision(this.db, { resource: spec.name, id });
    return (last[0]?.revision ?? 0) + 1;
  }

  #times(): Omit<Marks, 'revision'> {
    const now = this.handle.store.clock.now();
    return { createdAt: now, updatedAt: now };
  }

  /** Items that count their uses learn of the change; nobody's edit becomes stale by it. */
  async #recount(spec: ItemSpec, before: Use[], after: Use[]): Promise<void> {
    for (const { spec: target, id } of recounted(spec, before, after)) {
      const item = await this.anyOf(target, id);
      if (item) await this.annotate(target, item, { ...item.doc, ...(await countsOf(this.db, target, id)) });
    }
  }

  async #forgetRefs(spec: ItemSpec, id: string): Promise<void> {
    const db = this.#own(spec);
    if (spec.refs.length > 0 || spec.many.size > 0)
      await db.deleteFrom('refs').where('resource', '=', spec.name).where('id', '=', id).execute();
    if (spec.ranges) await db.deleteFrom('ranges').where('resource', '=', spec.name).where('id', '=', id).execute();
  }

  /** What the caller writes, the database lets through only for the tenants he may write. */
  #own(spec: ItemSpec): Db {
    return this.#writesAll ? this.db : this.handle.writing(this.db, spec);
  }

  /** Whose an item is that belongs to whom something else belongs. */
  async #withOwner(spec: ItemSpec, doc: Doc): Promise<Doc> {
    const { ownerThrough: through } = spec;
    const target = through && this.handle.store.specNamed(through.target);
    const id = through && doc[through.path];
    const item = target && typeof id === 'string' ? await this.anyOf(target, id) : undefined;
    return withOwner(spec, doc, new Map(item ? [[item.id, item.owner]] : []));
  }

  /** Owners of what many documents belong to, by id. */
  async #ownersOf(spec: ItemSpec, given: readonly New[]): Promise<Map<string, string | null>> {
    const { ownerThrough: through } = spec;
    const target = through && this.handle.store.specNamed(through.target);
    if (!through || !target) return new Map();
    const ids = [...new Set(given.flatMap(({ doc }) => doc[through.path] ?? []).filter((id) => typeof id === 'string'))];
    if (ids.length === 0) return new Map();
    const found = await sql<{ id: string; owner: string | null }>`
      select id, owner from ${sql.table(target.table)} where id in (${sql.join(ids)})`.execute(this.db);
    return new Map(found.rows.map(({ id, owner }) => [id, owner]));
  }

  async #mustWrite(spec: ItemSpec, owner: string | null, doc: Doc): Promise<void> {
    if (this.#writesAll) return;
    if (!this.handle.mayWrite(spec, owner)) throw new ForeignItemError(`${spec.name} of ${owner ?? 'everybody'}`);
    if (!(await this.standing(spec, owner, doc)).whole)
      throw new OutOfReachError(`${spec.name} beyond the sites of ${this.handle.actor.name}`);
  }
}

/** A document as its owner has it, who is said by what it belongs to. */
function withOwner(spec: ItemSpec, doc: Doc, owners: ReadonlyMap<string, string | null>): Doc {
  const { ownerThrough: through } = spec;
  if (!through || spec.owner === undefined) return doc;
  const id = doc[through.path];
  // a seed puts things in no particular order
  if (id !== undefined && !(typeof id === 'string' && owners.has(id))) return doc;
  const owner = typeof id === 'string' ? owners.get(id) : undefined;
  const { [spec.owner]: _, ...rest } = doc;
  return owner ? { ...rest, [spec.owner]: owner } : rest;
}

type Written = Pick<Stored, 'id' | 'doc' | 'text' | 'secret' | 'owner'>;

function itemRow(spec: ItemSpec, { id, doc, text, secret, owner }: Written, marks: Marks) {
  return {
    ...derived(spec, doc),
    id,
    doc: text,
    secret: sealed(spec, secret),
    owner,
    revision: marks.revision,
    created_at: marks.createdAt,
    updated_at: marks.updatedAt,
  };
}

/** A row that the database does not let the caller write is not there for the statement. */
function mustBeWritten(spec: ItemSpec, owner: string | null, written: readonly unknown[]): void {
  if (written.length === 0) throw new ForeignItemError(`${spec.name} of ${owner ?? 'everybody'} was not written`);
}

/** Id of the one document of a settings page; where each tenant has one, it is the tenant's. */
export const SINGLE = 'default';

type Use = { target: string; value: string };
type Marks = { revision: number; createdAt: number; updatedAt: number };
type Change = Pick<RevisionRow, 'patch' | 'undo'> & { kept?: string };
/** A document that is to be stored, and when it came to be, epoch milliseconds. */
export type New = { doc: Doc; secret: Doc; createdAt: number; updatedAt: number };

const lastRevision = template<'resource' | 'id', { revision: number | null }>(['resource', 'id'], (db, at) =>
  sql<{
    revision: number | null;
  }>`select max(revision) as revision from revisions where resource = ${at('resource')} and id = ${at('id')}`.compile(db),
);

/** Properties that the store itself keeps up. */
function stampedProperties(spec: ItemSpec): string[] {
  const present = new Set((spec.fields.fields ?? []).map((field) => field.name));
  return [spec.resource.revision ?? '', 'createdAt', 'updatedAt'].filter((name) => present.has(name));
}

/** What was said of the item, without what the store keeps up by itself: marks of the write, counts of other rows. */
export function withoutStamps(spec: ItemSpec, doc: Doc): Doc {
  const copy = { ...doc };
  for (const name of [...stampedProperties(spec), ...spec.counts.keys()]) delete copy[name];
  return copy;
}

function stamp(spec: ItemSpec, doc: Doc, marks: Marks): Doc {
  const present = stampedProperties(spec);
  const stamped = withoutStamps(spec, doc);
  if (present.includes('createdAt')) stamped['createdAt'] = timestamp(marks.createdAt);
  if (present.includes('updatedAt')) stamped['updatedAt'] = timestamp(marks.updatedAt);
  if (spec.resource.revision) stamped[spec.resource.revision] = marks.revision;
  return stamped;
}

function idOf(spec: ItemSpec, doc: Doc): string {
  return spec.single ? (ownerOf(spec, doc) ?? SINGLE) : String(doc[spec.id]);
}

function ownerOf(spec: ItemSpec, doc: Doc): string | null {
  const owner = spec.owner === undefined ? undefined : doc[spec.owner];
  return typeof owner === 'string' && owner !== '' ? owner : null;
}
