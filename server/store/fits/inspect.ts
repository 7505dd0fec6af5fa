import type { SchemaFinding } from '#domain/findings.ts';
import { asObject } from '#domain/json.ts';
import type { EntitySchemas } from '#server/store/fits/entity-schemas.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db } from '#server/store/items/tables.ts';

/** What of an entity's documents does not fit: the same fault at the same property of however many of them. */
export type Fault = { finding: SchemaFinding; path: string; documents: number; first: string[] };
export type Inspected = { resource: string; total: number; unfit: number; faults: Fault[] };

const BATCH = 500;
const NAMED = 5;

/** Looks through all documents inside a transaction; entities of which all fit are left out. */
export async function inspect(tx: Db, specs: Iterable<ItemSpec>, schemas: EntitySchemas): Promise<Inspected[]> {
  const found: Inspected[] = [];
  for (const spec of specs) {
    if (!schemas.of(spec)) continue;
    const one = await inspectOne(tx, spec, schemas);
    if (one.unfit > 0) found.push(one);
  }
  return found;
}

async function inspectOne(tx: Db, spec: ItemSpec, schemas: EntitySchemas): Promise<Inspected> {
  const result = { resource: spec.name, total: 0, unfit: 0 };
  const faults = new Map<string, Fault>();
  for (let last = ''; ;) {
    const rows = await tx.selectFrom(spec.table).select(['id', 'doc']).where('id', '>', last).orderBy('id').limit(BATCH).execute();
    result.total += rows.length;
    for (const { id, doc } of rows) {
      const findings = schemas.findings(spec, asObject(JSON.parse(doc)));
      if (findings.length > 0) result.unfit++;
      for (const [key, finding] of new Map(findings.map((each) => [keyOf(each), each]))) count(faults, key, finding, id);
    }
    if (rows.length < BATCH) return { ...result, faults: [...faults.values()].toSorted((a, b) => b.documents - a.documents) };
    last = rows.at(-1)?.id ?? '';
  }
}

function count(faults: Map<string, Fault>, key: string, finding: SchemaFinding, id: string): void {
  const known = faults.get(key) ?? { finding, path: pathOf(finding), documents: 0, first: [] };
  known.documents++;
  if (known.first.length < NAMED) known.first.push(id);
  faults.set(key, known);
}

/** Elements of a list have the same place. */
function pathOf({ pointer }: SchemaFinding): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

function keyOf(finding: SchemaFinding): string {
  return `${pathOf(finding)} ${finding.code}`;
}
