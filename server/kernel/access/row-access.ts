import { asObject } from '#domain/json.ts';
import { decide } from '#domain/access/decide.ts';
import type { Operation } from '#domain/model.ts';
import { isForRow } from '#server/kernel/access/own-rows.ts';
import { withoutTenant } from '#server/kernel/access/reader.ts';
import { type Principal, principalFor } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import type { Call } from '#server/kernel/handler.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { ListRow } from '#server/store/query/list-query.ts';
import { isNarrowed, type Standing, standingsIn, WHOLE } from '#server/store/query/places.ts';
import { mayWrite, reaches } from '#server/store/query/reach.ts';
import type { Doc } from '#server/store/items/tables.ts';

type Page = { call: Call; spec: ItemSpec; rows: readonly ListRow[] };
type Standings = ReadonlyMap<string, Standing>;

/** What this caller may do with each row of a page: the ids of the operations on it that the access decision allows. */
export async function rowsAccess(call: Call, spec: ItemSpec, rows: readonly ListRow[]): Promise<string[][]> {
  const { principal, services } = call;
  if (!principal) return rows.map(() => []);
  const { get, update, delete: remove, actions } = spec.resource.operations;
  const operations = [...get, ...update, ...remove, ...actions].map((operation) => ({
    ...operation,
    caller: principalFor(principal, operation.access, services.contract.permissions),
  }));
  const standings = await standingsFor({ call, spec, rows }, new Set(operations.map(({ caller }) => caller)));
  const allowedOn = (row: ListRow, doc: () => Doc): Operation[] =>
    operations.filter(({ method, access, caller }) => {
      const reach = reachOf(caller)(spec);
      const writes = method !== 'get';
      if (writes && (row.partly || !mayWrite(reach, spec, row.owner))) return false;
      if (caller !== principal && !reaches(reach, spec, row.owner, doc)) return false;
      const standing = standings.get(caller)?.get(row.id) ?? WHOLE;
      if (writes ? !standing.whole : !standing.reached) return false;
      const shared = typeof access === 'object' && access.tenant !== 'none' && row.owner === null;
      const decided = shared ? withoutTenant(access) : access;
      return decide(decided, principal, row.owner === null ? undefined : [row.owner], services.contract.permissions).allowed;
    });
  // whoever holds one thing everywhere may do the same with all rows of an owner
  const isByOwner = operations.every(({ caller }) => caller === principal);
  const byOwner = new Map<string, Operation[]>();
  const someRows = operations.some(({ rows: only }) => only !== undefined);
  const mayOn = rulesOf(spec).mayOn;
  return Promise.all(
    rows.map(async (row) => {
      let parsed: Doc | undefined;
      const doc = (): Doc => (parsed ??= asObject(JSON.parse(row.text)));
      const key = `${row.partly ?? false} ${row.owner ?? ''}`;
      const allowed = (isByOwner ? byOwner.get(key) : undefined) ?? allowedOn(row, doc);
      byOwner.set(key, allowed);
      const own = someRows ? allowed.filter((operation) => isForRow(operation, { doc: doc(), owner: row.owner }, call)) : allowed;
      const may = mayOn && (await Promise.all(own.map(async (operation) => mayOn(operation, doc(), call))));
      return own.flatMap(({ id }, index) => (may?.[index] === false ? [] : [id]));
    }),
  );
}

/**
 * How the rows stand where one permission holds: that of the list is known already, what is delegated may hold elsewhere. The
 * whole documents are read, which a row may be less than: all of a page at once.
 */
async function standingsFor({ call, spec, rows }: Page, callers: ReadonlySet<Principal>): Promise<Map<Principal, Standings>> {
  const { store, system } = call.services;
  const elsewhere = [...callers].filter((caller) => caller !== call.principal && isNarrowed(reachOf(caller)(spec), spec));
  if (elsewhere.length === 0 || rows.length === 0) return new Map();
  const stored = await system.docs(spec, {
    among: [{ path: spec.id, in: rows.map(({ id }) => id) }],
    skip: 0,
    limit: rows.length,
  });
  const docs = new Map(stored.map((doc) => [String(doc[spec.id]), doc]));
  const found = rows.flatMap(({ id, owner }) => {
    const doc = docs.get(id);
    return doc ? [{ id, owner, doc }] : [];
  });
  const asked = elsewhere.map(async (caller) => {
    const standings = await standingsIn(store.engine.read, reachOf(caller)(spec), spec, found);
    return [caller, new Map(found.map(({ id }, index) => [id, standings[index] ?? WHOLE]))] as const;
  });
  return new Map(await Promise.all(asked));
}
