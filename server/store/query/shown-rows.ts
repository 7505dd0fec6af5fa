import { asObject } from '#domain/json.ts';
import { sql } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { redactionOf } from '#server/store/query/disclosure.ts';
import type { ListRow, View } from '#server/store/query/list-query.ts';
import { isNarrowed, type Standing, standingsOf, withoutPlaces } from '#server/store/query/places.ts';

/** Rows as their reader may see them: what is kept from him is taken out, all of a page at once. */
export async function shownRows<R extends ListRow>(view: View, rows: R[], whole = false): Promise<R[]> {
  return redacted(view, await reachedParts(view, rows, whole));
}

async function redacted<R extends ListRow>({ store, spec, disclosure }: View, rows: R[]): Promise<R[]> {
  const redact = disclosure && rows.length > 0 ? await redactionOf(store.engine, disclosure, spec, rows) : undefined;
  return redact ? rows.map((row) => ({ ...row, text: JSON.stringify(redact(row, asObject(JSON.parse(row.text)))) })) : rows;
}

/** Without the sites that are not reached. */
async function reachedParts<R extends ListRow>({ store, spec, reach, reads }: View, rows: R[], whole: boolean): Promise<R[]> {
  if (!isNarrowed(reach, spec) || rows.length === 0) return rows;
  // the reader's own eyes do not see the sites that are to be taken out
  const standings = await standingsOf(store.engine.read, reach, spec, rows);
  if (standings.size === 0) return rows;
  const toRow = whole ? undefined : spec.toRow;
  const docs = toRow ? await documentsOf({ spec, reads }, [...standings.keys()]) : undefined;
  return rows.map((row) => {
    const standing = standings.get(row.id);
    if (!standing) return row;
    return { ...row, partly: true, text: shownText(spec, standing, row.text, docs?.get(row.id)) };
  });
}

/** A row that is smaller than its document counts what the document shows. */
function shownText(spec: ItemSpec, { hidden }: Standing, text: string, document: string | undefined): string {
  if (hidden.size === 0) return text;
  const doc = withoutPlaces(spec, asObject(JSON.parse(document ?? text)), hidden);
  return JSON.stringify(document === undefined ? doc : (spec.toRow?.(doc) ?? doc));
}

async function documentsOf({ spec, reads }: Pick<View, 'spec' | 'reads'>, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; doc: string }>`
    select id, doc from ${sql.table(spec.table)} where id in (${sql.join(ids)})`.execute(reads.read);
  return new Map(rows.map(({ id, doc }) => [id, doc]));
}
