import { asArray, asObject, isText } from '#domain/json.ts';
import { sql, type SqlBool } from 'kysely';

import { getPath } from '#domain/value.ts';
import { type ItemSpec, searchText, valuesAt } from '#server/store/items/item-spec.ts';
import { forgetProperties } from '#server/store/items/forget-properties.ts';
import { propertyPaths } from '#server/store/items/known-part.ts';
import { breathe } from '#server/store/breathe.ts';
import { StartError } from '#server/store/start-error.ts';
import type { SqlDialect } from '#server/store/query/sql-dialect.ts';
import { platformTables } from '#server/store/platform/platform-tables.ts';
import type { Doc, ItemRow, RefRow, Tables, Db } from '#server/store/items/tables.ts';

const BATCH = 500;

/** Documents that lost what their entity has no more. */
export type Forgotten = { resource: string; paths: string[]; documents: number };

/**
 * Creates what is missing. A resource whose stored shape changed has its columns computed again from the documents.
 * `before` is run when there is a place for everything, and before anything is forgotten or refused.
 */
export async function migrate(
  tx: Db,
  specs: Iterable<ItemSpec>,
  dialect: SqlDialect,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Forgotten[]> {
  for (const statement of platformTables(dialect)) await sql.raw(statement).execute(tx);
  await addColumns(tx, 'refs', [{ name: 'owner', type: 'text' }], dialect);
  await addColumns(tx, 'revisions', [{ name: 'kept', type: 'text' }], dialect);
  await dialect.guardShared(tx);
  const all = new Map([...specs].map((spec) => [spec.name, spec]));
  const changed = new Set<ItemSpec>();
  for (const spec of all.values()) {
    const known = await noted(tx, `shape:${spec.table}`);
    if (known === shapeOf(spec, dialect)) continue;
    await createTable(tx, spec, dialect);
    if (known !== undefined) await ownAll(tx, spec, all);
    if (known !== undefined) await recompute(tx, spec);
    changed.add(spec);
  }
  await before();
  const forgotten: Forgotten[] = [];
  for (const spec of all.values()) {
    const lost = await lostPaths(tx, spec);
    const documents = lost.length > 0 ? await forgetProperties(tx, spec, (doc) => derived(spec, doc)) : 0;
    if (documents > 0) forgotten.push({ resource: spec.name, paths: lost, documents });
    const covering = dialect.covers ? spec.indexes.filter(({ covers }) => covers) : [];
    const covers = JSON.stringify(covering.map((index) => index.covers));
    const covered = (await noted(tx, `covers:${spec.table}`)) ?? '[]';
    if (!changed.has(spec) && covered === covers) continue;
    await createIndexes(tx, spec, changed.has(spec) ? spec.indexes : covering, dialect);
    await note(tx, `shape:${spec.table}`, shapeOf(spec, dialect));
    await note(tx, `covers:${spec.table}`, covers);
  }
  // what guards one table may look at another
  for (const spec of [...changed].toSorted(placesFirst)) await dialect.guard(tx, spec);
  return forgotten;
}

/** The properties that an entity had and has no more; from now on it has those of today. */
async function lostPaths(tx: Db, spec: ItemSpec): Promise<string[]> {
  const name = `properties:${spec.table}`;
  const paths = propertyPaths(spec.fields);
  const before = await noted(tx, name);
  const text = JSON.stringify(paths);
  if (before === text) return [];
  await note(tx, name, text);
  const present = new Set<string>(paths);
  return before === undefined
    ? []
    : asArray(JSON.parse(before))
        .filter((path) => isText(path) && !present.has(path))
        .map(String);
}

/** What other rows stand at comes before them. */
function placesFirst(a: ItemSpec, b: ItemSpec): number {
  return Number(b.standsAt !== undefined && 'city' in b.standsAt) - Number(a.standsAt !== undefined && 'city' in a.standsAt);
}

async function noted(tx: Db, name: string): Promise<string | undefined> {
  return (await tx.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

async function note(tx: Db, name: string, value: string): Promise<void> {
  await tx.deleteFrom('meta').where('name', '=', name).execute();
  await tx.insertInto('meta').values({ name, value }).execute();
}

/** The columns that a document determines. */
export function derived(spec: ItemSpec, doc: Doc): Pick<ItemRow, 'row' | 'search'> & Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  for (const column of spec.columns) columns[column.name] = column.read(getPath(doc, column.path));
  return { ...columns, row: spec.toRow ? JSON.stringify(spec.toRow(doc)) : null, search: searchText(spec, doc) };
}

export function refRows(spec: ItemSpec, id: string, owner: string | null, doc: Doc): RefRow[] {
  const rows = spec.refs.flatMap((ref) =>
    valuesAt(doc, ref.path).map((value) => ({ owner, resource: spec.name, id, path: ref.path, target: ref.target, value: String(value) })),
  );
  for (const path of spec.many) {
    if (spec.refs.some((ref) => ref.path === path)) continue;
    for (const value of valuesAt(doc, path)) rows.push({ owner, resource: spec.name, id, path, target: '', value: String(value) });
  }
  return rows;
}

/** The address ranges that a document keeps. */
export function rangeRows(spec: ItemSpec, id: string, owner: string | null, doc: Doc): Tables['ranges'][] {
  return (spec.ranges?.of(doc) ?? []).map((range) => ({ resource: spec.name, id, owner: owner ?? '', ...range }));
}

function shapeOf(spec: ItemSpec, dialect: SqlDialect): string {
  return JSON.stringify([
    dialect.shape,
    spec.columns.map(({ name, path, type, choices }) => [name, path, type, ...(choices ?? [])]),
    spec.indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
    spec.refs,
    [...spec.many],
    spec.ranges?.from ?? false,
    spec.words !== undefined,
    spec.searched,
    spec.personal,
    spec.ownerThrough ?? null,
    spec.standsAt ?? null,
    spec.toRow ? spec.resource.schemas[spec.resource.row]?.fields?.map((field) => field.name) : [],
  ]);
}

async function createTable(tx: Db, spec: ItemSpec, dialect: SqlDialect): Promise<void> {
  const [text, integer] = [sql.raw(dialect.types.text), sql.raw(dialect.types.integer)];
  await sql`create table if not exists ${sql.table(spec.table)} (id ${text} primary key, doc ${text} not null, "row" ${text}, secret ${text},
    search ${text} not null, owner ${text}, revision ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null)`.execute(
    tx,
  );
  await addColumns(tx, spec.table, spec.columns, dialect);
}

async function addColumns(
  tx: Db,
  table: string,
  columns: readonly { name: string; type: 'text' | 'integer' | 'real' }[],
  dialect: SqlDialect,
): Promise<void> {
  const present = await dialect.columnsOf(tx, table);
  for (const { name, type } of columns) {
    if (!present.has(name))
      await sql`alter table ${sql.table(table)} add column ${sql.ref(name)} ${sql.raw(dialect.types[type])}`.execute(tx);
  }
}

export async function dropIndexes(tx: Db, spec: ItemSpec): Promise<void> {
  for (const { name } of spec.indexes) await sql`drop index if exists ${sql.ref(name)}`.execute(tx);
}

export async function createIndexes(tx: Db, spec: ItemSpec, indexes: ItemSpec['indexes'], dialect: SqlDialect): Promise<void> {
  const nullable = new Set<string>(spec.columns.map((column) => column.name));
  for (const index of indexes) {
    const covers = (dialect.covers ? index.covers : undefined) ?? [];
    const columns = sql.join([...index.columns, ...covers].map((column) => dialect.indexed(column, nullable.has(column))));
    await sql`drop index if exists ${sql.ref(index.name)}`.execute(tx);
    if (index.unique) await refuseDuplicates(tx, spec, index.columns);
    await sql`create ${sql.raw(index.unique ? 'unique ' : '')}index ${sql.ref(index.name)} on ${sql.table(spec.table)} (${columns})`.execute(
      tx,
    );
  }
}

const NAMED = 5;

/** What may occur only once from now on, and occurs more often, is for a person to decide. */
async function refuseDuplicates(tx: Db, spec: ItemSpec, columns: readonly string[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column));
  const present = sql.join(
    names.map((name) => sql<SqlBool>`${name} is not null`),
    sql` and `,
  );
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(spec.table)} as t join
    (select ${sql.join(names)} from ${sql.table(spec.table)} where ${present} group by ${sql.join(names)} having count(*) > 1) as twice
    on ${sql.join(
      columns.map((column) => sql<SqlBool>`${sql.ref(`t.${column}`)} = ${sql.ref(`twice.${column}`)}`),
      sql` and `,
    )} order by ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, t.id limit ${NAMED}`.execute(tx);
  if (rows.length === 0) return;
  const paths = spec.columns.filter(({ name }) => columns.includes(name)).map(({ path }) => path);
  throw new StartError(
    `${spec.name}: ${paths.join(' and ')} may occur only once from this version on, and the same stands in ${rows.map(({ id }) => id).join(', ')}${rows.length === NAMED ? ' …' : ''}. Start the version of before, change them, and start this one again.`,
  );
}

/** Rows that were nobody's become those of whom they stand with, their past with them. */
async function ownAll(tx: Db, { name, table, owner, ownerThrough }: ItemSpec, specs: ReadonlyMap<string, ItemSpec>): Promise<void> {
  const target = ownerThrough && specs.get(ownerThrough.target);
  if (owner === undefined || !ownerThrough || !target) return;
  const rows = await tx.selectFrom(table).select(['id', 'doc']).where('owner', 'is', null).execute();
  for (const { id, doc } of rows) {
    const parsed = asObject(JSON.parse(doc));
    const through = parsed[ownerThrough.path];
    if (typeof through !== 'string') continue;
    const found = await tx.selectFrom(target.table).select('owner').where('id', '=', through).executeTakeFirst();
    if (!found?.owner) continue;
    const owned = JSON.stringify({ ...parsed, [owner]: found.owner });
    await tx.updateTable(table).set({ owner: found.owner, doc: owned }).where('id', '=', id).execute();
    await tx.updateTable('revisions').set({ owner: found.owner }).where('resource', '=', name).where('id', '=', id).execute();
  }
}

async function recompute(tx: Db, spec: ItemSpec): Promise<void> {
  await tx.deleteFrom('refs').where('resource', '=', spec.name).execute();
  await tx.deleteFrom('ranges').where('resource', '=', spec.name).execute();
  // they are made anew when all rows are: kept beside each row they would take four times as long
  await dropIndexes(tx, spec);
  for (let last = ''; ;) {
    const rows = await tx.selectFrom(spec.table).select(['id', 'doc', 'owner']).where('id', '>', last).orderBy('id').limit(BATCH).execute();
    for (const { id, doc, owner } of rows) {
      // whoever starts it may stop it
      await breathe();
      const parsed = asObject(JSON.parse(doc));
      await tx.updateTable(spec.table).set(derived(spec, parsed)).where('id', '=', id).execute();
      const refs = refRows(spec, id, owner, parsed);
      if (refs.length > 0) await tx.insertInto('refs').values(refs).execute();
      const ranges = rangeRows(spec, id, owner, parsed);
      if (ranges.length > 0) await tx.insertInto('ranges').values(ranges).execute();
    }
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? '';
  }
}
