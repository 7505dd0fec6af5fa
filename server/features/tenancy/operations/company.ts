import { asObject } from '#domain/json.ts';
import { decideAnywhere } from '#domain/access/decide.ts';
import { callerOf, principalOf } from '#server/kernel/access/check.ts';
import { type Call, type LooseHandlers, read } from '#server/kernel/handler.ts';
import { targetCompany } from '#server/features/account/operations/account.ts';
import { listQuery, listRows, scanRows } from '#server/kernel/resource/list.ts';
import { type Doc } from '#server/store/items/tables.ts';

/** The placeholder that stands for every company (spec 3, 6). */
const ALL = { companyId: 'all', name: 'all' };

/** Companies; with `view=list` ids and names of all that the caller may enter, for switchers (spec 7, decision 22). */
export const company = {
  listCompanies: read(
    async (call) => {
      const spec = call.services.store.specs.get('Company');
      if (!spec) return { body: { total: 0, results: [] } };
      const first = call.query.hasAll === true && (call.query.skip ?? 0) === 0 ? [ALL] : [];
      if (namesOnly(call)) {
        const sort = [{ path: 'name', descending: false }];
        const query = { ...listQuery(spec, call), sort, limit: call.query.limit ?? 20 };
        const { total, rows } = await call.handle.list(spec, query);
        return { body: { total, results: [...first, ...rows.map((row) => targetCompany(asObject(JSON.parse(row.text))))] } };
      }
      const answer = await listRows(spec, call);
      if (first.length === 0) return answer;
      const page = JSON.parse(answer.text ?? '{}') as { total: number; results: Doc[] };
      return { body: { ...page, results: [...first, ...page.results] } };
    },
    {
      rows: async (call, whole) => {
        const spec = call.services.store.specs.get('Company');
        if (!spec) return nothing();
        const parts = await scanRows(spec, call, whole);
        return namesOnly(call) ? named(parts) : parts;
      },
      // whoever sees a row of a company sees the name of the company
      openTo: (query) => query.view === 'list' || query.values !== undefined,
    },
  ),
} satisfies LooseHandlers;

function namesOnly(call: Call): boolean {
  return call.query.view === 'list' || !mayRead(call);
}

async function* named(parts: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const part of parts) yield part.map((text) => JSON.stringify(targetCompany(asObject(JSON.parse(text)))));
}

async function* nothing(): AsyncGenerator<string[]> {}

/** Whether the caller may see more than the names of all companies that the answer may hold. */
function mayRead(call: Call): boolean {
  const { served, principal, services, query } = call;
  if (!decideAnywhere(served.operation.access, principal, services.contract.permissions).allowed) return false;
  return query.values === undefined || callerOf(call) === principalOf(call);
}
