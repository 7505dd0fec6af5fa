import { decide } from '#domain/access/decide.ts';
import { withoutTenant } from '#server/kernel/access/reader.ts';
import { type Principal, principalFor } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import { type Call } from '#server/kernel/handler.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type ListRow } from '#server/store/query/list-query.ts';
import { isNarrowed, type Standing, standingOf, WHOLE } from '#server/store/query/places.ts';
import { mayWrite, reaches } from '#server/store/query/reach.ts';
import { type Doc } from '#server/store/items/tables.ts';

/** What this caller may do with one row: the ids of the operations on it that the access decision allows. */
export async function rowAccess(call: Call, spec: ItemSpec, row: ListRow): Promise<string[]> {
  const { principal, services } = call;
  if (!principal) return [];
  const { owner, text, partly } = row;
  const mayOn = rulesOf(spec).mayOn;
  let parsed: Doc | undefined;
  const doc = (): Doc => (parsed ??= JSON.parse(text) as Doc);
  const standings = new Map<Principal, Standing>();
  const { get, update, delete: remove, actions } = spec.resource.operations;
  const ids: string[] = [];
  for (const { id, method, access } of [...get, ...update, ...remove, ...actions]) {
    const caller = principalFor(principal, access, services.contract.permissions);
    const writes = method !== 'get';
    if (writes && (partly || !mayWrite(reachOf(caller)(spec), spec, owner))) continue;
    if (caller !== principal && !reaches(reachOf(caller)(spec), spec, owner, doc)) continue;
    const standing = standings.get(caller) ?? (await standingFor(call, spec, row, caller));
    standings.set(caller, standing);
    if (writes ? !standing.whole : !standing.reached) continue;
    const shared = typeof access === 'object' && access.tenant !== 'none' && owner === null;
    const decided = shared ? withoutTenant(access) : access;
    if (decide(decided, principal, owner === null ? undefined : [owner], services.contract.permissions).allowed) ids.push(id);
  }
  if (!mayOn) return ids;
  const may = await Promise.all(ids.map(async (id) => mayOn(id, doc(), call)));
  return ids.filter((_, index) => may[index]);
}

/** How the row stands where one permission holds: that of the list is known already, what is lent may hold elsewhere. */
async function standingFor({ principal, services }: Call, spec: ItemSpec, { id, owner }: ListRow, caller: Principal): Promise<Standing> {
  const reach = reachOf(caller)(spec);
  if (caller === principal || !isNarrowed(reach, spec)) return WHOLE;
  const stored = await services.system.get(spec, id);
  return stored ? standingOf(services.store.engine.read, reach, spec, owner, stored.doc) : WHOLE;
}
