import { sql } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { ItemRow, RevisionRow } from '#server/store/items/tables.ts';
import { template } from '#server/store/query/template.ts';

type SelectedRow = Pick<ItemRow, 'id' | 'doc' | 'secret' | 'owner' | 'revision' | 'created_at'>;

/** The columns of `shown` in its order. */
export type ShownCells = readonly [doc: SelectedRow['doc'], owner: SelectedRow['owner'], revision: SelectedRow['revision']];

const fixed = ['id', 'doc', 'row', 'secret', 'search', 'owner', 'revision', 'created_at', 'updated_at'] as const;
export const revisionColumns = [
  'resource',
  'id',
  'revision',
  'owner',
  'action',
  'actor',
  'request_id',
  'at',
  'label',
  'patch',
  'undo',
  'kept',
] as const;

/** The statements of the hot paths, compiled once per resource. */
export const itemStatements = perSpec((spec) => {
  const names = columnsOf(spec);
  const table = sql.table(spec.table);
  return {
    select: template<'id', SelectedRow>(['id'], (db, at) =>
      sql<SelectedRow>`select id, doc, secret, owner, revision, created_at from ${table} where id = ${at('id')}`.compile(db),
    ),
    shown: template<'id', Pick<SelectedRow, 'doc' | 'owner' | 'revision'>>(['id'], (db, at) =>
      sql<SelectedRow>`select doc, owner, revision from ${table} where id = ${at('id')}`.compile(db),
    ),
    insert: template<string, unknown>(names, (db, at) =>
      sql`insert into ${table} (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(names.map((name) => sql`${at(name)}`))})`.compile(
        db,
      ),
    ),
    update: template<string, { id: string }>(names, (db, at) => {
      const changes = names.filter((name) => name !== 'id').map((name) => sql`${sql.ref(name)} = ${at(name)}`);
      return sql<{ id: string }>`update ${table} set ${sql.join(changes)} where id = ${at('id')} returning id`.compile(db);
    }),
    delete: template<'id', { id: string }>(['id'], (db, at) =>
      sql<{ id: string }>`delete from ${table} where id = ${at('id')} returning id`.compile(db),
    ),
  };
});

export const insertRevision = template<keyof Omit<RevisionRow, 'seq'>, unknown>(revisionColumns, (db, at) =>
  sql`insert into revisions (${sql.join(revisionColumns.map((name) => sql.ref(name)))})
    values (${sql.join(revisionColumns.map((name) => sql`${at(name)}`))})`.compile(db),
);

/** Columns of a resource's table. */
export function columnsOf(spec: ItemSpec): string[] {
  return [...fixed, ...spec.columns.map((column) => column.name)];
}

/** Worked out once per resource. */
export function perSpec<T>(build: (spec: ItemSpec) => T): (spec: ItemSpec) => T {
  const known = new WeakMap<ItemSpec, T>();
  return (spec) => {
    let found = known.get(spec);
    if (!found) known.set(spec, (found = build(spec)));
    return found;
  };
}
