import type { Json } from '#domain/model.ts';
import { loginAttempt } from '#server/simulator/world/platform/logins.ts';
import type { Services } from '#server/kernel/services.ts';
import { auditRecord } from '#server/simulator/audit-records.ts';
import { createIndexes, dropIndexes } from '#server/store/migrate.ts';
import { insertFacts } from '#server/store/items/facts.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

const ROWS_PER_STATEMENT = 400;
const STATEMENTS_PER_TRANSACTION = 25;
/** From so many rows on. */
const MANY = 50_000;
const PAST_MS = 30 * 24 * 60 * 60 * 1000;
const NETWORK = 0x0a00_0000;

/** So many log-ins of one company within the last thirty days, for figures of scale. */
export async function addLogs(services: Services, count: number): Promise<void> {
  const company = await auditedCompany(services);
  const atOf = spread(services, count);
  await addFacts(services, services.store.spec('LoginLog'), count, (index) => ({
    ...loginAttempt(index, atOf(index)),
    companyId: company,
    id: `ll-bulk-${index}`,
  }));
}

/** So many audit records of its sites. */
export async function addAudits(services: Services, count: number): Promise<void> {
  const company = await auditedCompany(services);
  const sites = await sitesOf(services, company);
  const atOf = spread(services, count);
  await addFacts(services, services.store.spec('AuditLog'), count, (index) => ({
    ...auditRecord({ companyId: company, siteId: sites[index % sites.length] ?? '', network: NETWORK, number: index, at: atOf(index) }),
    id: `al-bulk-${index}`,
  }));
}

function spread({ clock }: Services, count: number): (index: number) => number {
  const now = clock.now();
  return (index) => now - Math.floor(((index + 0.5) / count) * PAST_MS);
}

/** Rows of a resource that keeps facts. Indexes that are made when all is there take a fifth of what they cost a row each. */
export async function addFacts(
  services: Services,
  spec: ItemSpec,
  count: number,
  rowAt: (index: number) => Record<string, Json>,
): Promise<void> {
  const { engine } = services.store;
  if (count < MANY) return insertAll(services, spec, count, rowAt);
  await engine.write((tx) => dropIndexes(tx, spec));
  await insertAll(services, spec, count, rowAt);
  await engine.write((tx) => createIndexes(tx, spec, spec.indexes, engine.dialect));
}

/** They go straight into their tables: facts have no revisions and are checked by nobody. */
async function insertAll(
  { store }: Services,
  spec: ItemSpec,
  count: number,
  rowAt: (index: number) => Record<string, Json>,
): Promise<void> {
  const perTransaction = ROWS_PER_STATEMENT * STATEMENTS_PER_TRANSACTION;
  for (let begin = 0; begin < count; begin += perTransaction) {
    await store.engine.write(async (db) => {
      for (let at = begin; at < Math.min(count, begin + perTransaction); at += ROWS_PER_STATEMENT) {
        const docs = Array.from({ length: Math.min(ROWS_PER_STATEMENT, count - at) }, (_, offset) => rowAt(at + offset));
        await insertFacts(db, spec, docs);
      }
    });
  }
}

async function auditedCompany({ store, system }: Services): Promise<string> {
  const spec = store.spec('Company');
  const { rows } = await system.list(spec, {
    among: [{ path: 'auditType', in: ['custom'] }],
    skip: 0,
    limit: 1,
    sort: [{ path: 'name', descending: false }],
  });
  const [first] = rows;
  if (!first) throw new Error('No company keeps audit records of its own');
  return first.id;
}

async function sitesOf({ store, system }: Services, companyId: string): Promise<string[]> {
  const spec = store.spec('Site');
  const { rows } = await system.list(spec, { among: [{ path: 'companyId', in: [companyId] }], skip: 0, limit: 1000 });
  return rows.map((row) => row.id);
}
