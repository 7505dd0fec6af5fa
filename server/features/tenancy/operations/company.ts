import { asArray, asObject } from '#domain/json.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { docOf, type DocOf } from '#server/store/items/typed.ts';
import { decideAnywhere } from '#domain/access/decide.ts';
import { callerOf, principalOf } from '#server/kernel/access/check.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { targetCompany } from '#server/features/account/index.ts';
import { listQuery, listRows, rowsText, scanRows } from '#server/kernel/resource/list.ts';

/** The placeholder that stands for every company (spec 3, 6). */
const ALL = JSON.stringify({ companyId: 'all', name: 'all' });

/** Companies; with `view=list` ids and names of all that the caller may enter, for switchers (spec 7, decision 22). */
export const company = {
  listCompanies: read(
    async (call) => {
      const spec = call.services.store.specIf('Company');
      if (!spec) return { text: rowsText(0, []) };
      const first = call.query.hasAll === true && (call.query.skip ?? 0) === 0 ? [ALL] : [];
      if (namesOnly(call)) {
        const sort = [{ path: 'name', descending: false }];
        const query = { ...listQuery(spec, call), sort, limit: call.query.limit ?? 20 };
        const { total, rows } = await call.handle.list(spec, query);
        return { text: rowsText(total, [...first, ...rows.map(({ text }) => nameOf(docOf(spec, text)))]) };
      }
      const answer = await listRows(spec, call);
      if (first.length === 0) return answer;
      const page = asObject(JSON.parse(answer.text ?? '{}'));
      return { text: JSON.stringify({ ...page, results: [JSON.parse(ALL), ...asArray(page.results)] }) };
    },
    {
      rows: async (call, whole) => {
        const spec = call.services.store.specIf('Company');
        if (!spec) return nothing();
        const parts = await scanRows(spec, call, whole);
        return namesOnly(call) ? named(spec, parts) : parts;
      },
    },
  ),
} satisfies Handlers;

function namesOnly(call: Call): boolean {
  return call.query.view === 'list' || !mayRead(call);
}

async function* named(spec: ItemSpec<'Company'>, parts: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const part of parts) yield part.map((text) => nameOf(docOf(spec, text)));
}

function nameOf(company: DocOf<'Company'>): string {
  return JSON.stringify(targetCompany(company));
}

async function* nothing(): AsyncGenerator<string[]> {}

/** Whether the caller may see more than the names of all companies that the answer may hold. */
function mayRead(call: Call): boolean {
  const { served, principal, services, query } = call;
  if (!decideAnywhere(served.operation.access, principal, services.contract.permissions).allowed) return false;
  return query.values === undefined || callerOf(call) === principalOf(call);
}
