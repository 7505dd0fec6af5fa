import type { Json } from '#domain/model.ts';
import { loginAttempt } from '#server/simulator/world/platform/logins.ts';
import type { Services } from '#server/kernel/services.ts';
import { auditRecord } from '#server/simulator/audit-records.ts';
import { insertFacts } from '#server/store/items/facts.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

const ROWS_PER_STATEMENT = 400;
const STATEMENTS_PER_TRANSACTION = 25;
const PAST_MS = 30 * 24 * 60 * 60 * 1000;
const NETWORK = 0x0a00_0000;

/**
 * So many log-ins and audit records of one company within the last thirty days, for figures of scale. They go straight
 * into their tables: facts have no revisions and are checked by nobody.
 */
export async function addLogs(services: Services, count: number): Promise<void> {
  const { store, clock } = services;
  const [logins, audits] = [store.spec('LoginLog'), store.spec('AuditLog')];
  const company = await auditedCompany(services);
  const sites = await sitesOf(services, company);
  const atOf = (index: number): number => clock.now() - Math.floor(((index + 0.5) / count) * PAST_MS);
  await addFacts(services, logins, count, (index) => ({ ...loginAttempt(index, atOf(index)), companyId: company, id: `ll-bulk-${index}` }));
  await addFacts(services, audits, count, (index) => ({
    ...auditRecord({ companyId: company, siteId: sites[index % sites.length] ?? '', network: NETWORK, number: index, at: atOf(index) }),
    id: `al-bulk-${index}`,
  }));
}

/** Rows of a resource that keeps facts, past everything that a written item passes. */
export async function addFacts(
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
