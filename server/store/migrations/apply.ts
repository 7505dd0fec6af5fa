import { asObject } from '#domain/json.ts';
import type { Params } from '#domain/message.ts';
import type { EntitySchemas } from '#server/store/fits/entity-schemas.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { knownPart } from '#server/store/items/known-part.ts';
import { diff, type PatchOp } from '#server/store/items/patch.ts';
import { StoredItem } from '#server/store/items/stored-item.ts';
import type { Db, Doc } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { Change, MigrationFile } from '#server/store/migrations/migration.ts';
import { StartError } from '#server/store/start-error.ts';

/** What one migration did to the documents of one entity. */
export type Migrated = { migration: string; resource: string; changed: number; first: { id: string; patch: PatchOp[] }[] };

/** What applies migrations: the specs and schemas of today, and a transaction of the system for each. */
export type Applying = {
  specs: ReadonlyMap<string, ItemSpec>;
  schemas: EntitySchemas;
  transaction: (requestId: string) => Transaction;
};

const BATCH = 500;
const SHOWN = 3;
const ACTION = 'upgrade';
const noteOf = (name: string): string => `migration:${name}`;

/**
 * Applies, in order, what was not applied to this database before, inside the transaction of the start: where one document
 * does not fit afterwards, or a function fails, nothing is changed and the server does not start.
 */
export async function applyMigrations(tx: Db, files: readonly MigrationFile[], applying: Applying): Promise<Migrated[]> {
  if (files.length === 0) return [];
  const rows = await tx.selectFrom('meta').select('name').where('name', 'like', noteOf('%')).execute();
  const applied = new Set(rows.map(({ name }) => name));
  const done: Migrated[] = [];
  for (const { name, load } of files) {
    if (applied.has(noteOf(name))) continue;
    for (const [resource, change] of Object.entries(await load())) {
      const spec = applying.specs.get(resource);
      if (!spec) throw new StartError(`The migration ${name} names ${resource}, which the contract does not store.`);
      if (change) done.push(await migrateOne(applying.transaction(`migration ${name}`), spec, { name, change }, applying.schemas));
    }
    await tx
      .insertInto('meta')
      .values({ name: noteOf(name), value: new Date().toISOString() })
      .execute();
  }
  return done;
}

async function migrateOne(
  transaction: Transaction,
  spec: ItemSpec,
  { name, change }: { name: string; change: Change },
  schemas: EntitySchemas,
): Promise<Migrated> {
  const result: Migrated = { migration: name, resource: spec.name, changed: 0, first: [] };
  for (let last = ''; ;) {
    const rows = await transaction.db
      .selectFrom(spec.table)
      .select(['id', 'doc', 'secret', 'owner', 'revision', 'created_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const before = new StoredItem(spec, row);
      const next = changed(before, spec, { name, change });
      if (!next) continue;
      const stored = await transaction.update(spec, before, next, before.secret, ACTION);
      const [wrong] = schemas.findings(spec, stored.doc);
      if (wrong)
        throw new StartError(
          `The migration ${name} leaves ${spec.name} ${row.id} with ${wrong.pointer || '/'} that does not fit (${wrong.code}${said(wrong.params)}). Nothing was changed: mend the migration and start again.`,
        );
      result.changed++;
      if (result.first.length < SHOWN) result.first.push({ id: row.id, patch: diff(before.doc, next) });
    }
    if (rows.length < BATCH) return result;
    last = rows.at(-1)?.id ?? '';
  }
}

/** The document that the function makes of one; undefined where it makes none, or the same. */
function changed(before: StoredItem, spec: ItemSpec, { name, change }: { name: string; change: Change }): Doc | undefined {
  const was: Doc = structuredClone(before.doc);
  let made: Doc | undefined;
  try {
    made = change(structuredClone(before.doc), was, before.id);
  } catch (error) {
    throw new StartError(
      `The migration ${name} fails at ${spec.name} ${before.id}: ${error instanceof Error ? error.message : String(error)}. Nothing was changed: mend the migration and start again.`,
    );
  }
  if (made === undefined) return undefined;
  // what a function says is undefined is not there
  const plain = asObject(JSON.parse(JSON.stringify(made)));
  for (const kept of [spec.id, spec.owner])
    if (kept !== undefined && plain[kept] !== before.doc[kept])
      throw new StartError(`The migration ${name} changes ${kept} of ${spec.name} ${before.id}: items keep their id and whose they are.`);
  const known = knownPart(spec, plain);
  return diff(before.doc, known).length === 0 ? undefined : known;
}

function said(params: Params | undefined): string {
  return params === undefined ? '' : ` ${JSON.stringify(params)}`;
}
