import { decide } from '#domain/access/decide.ts';
import { withoutTenant } from '#server/access/check.ts';
import { principalFor } from '#server/access/principal.ts';
import { reachOf } from '#server/access/reach.ts';
import { type Call } from '#server/handler.ts';
import { entityRules } from '#server/rules/registry.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { mayWrite, reaches } from '#server/store/reach.ts';
import { type Doc } from '#server/store/tables.ts';

/** What this caller may do with one row: the ids of the operations on it that the access decision allows. */
export async function rowAccess(call: Call, spec: ItemSpec, { owner, text }: { owner: string | null; text: string }): Promise<string[]> {
  const { principal, services } = call;
  if (!principal) return [];
  const mayOn = entityRules[spec.name]?.mayOn;
  let parsed: Doc | undefined;
  const doc = (): Doc => (parsed ??= JSON.parse(text) as Doc);
  const { get, update, delete: remove, actions } = spec.resource.operations;
  const ids = [...get, ...update, ...remove, ...actions]
    .filter((operation) => {
      const { access } = operation;
      const caller = principalFor(principal, access, services.contract.permissions);
      if (operation.method !== 'get' && !mayWrite(reachOf(caller)(spec.name), spec, owner)) return false;
      if (caller !== principal && !reaches(reachOf(caller)(spec.name), spec, owner, doc)) return false;
      const shared = typeof access === 'object' && access.tenant !== 'none' && owner === null;
      return decide(shared ? withoutTenant(access) : access, principal, owner === null ? undefined : [owner], services.contract.permissions)
        .allowed;
    })
    .map((operation) => operation.id);
  if (!mayOn) return ids;
  const may = await Promise.all(ids.map(async (id) => mayOn(id, doc(), call)));
  return ids.filter((_, index) => may[index]);
}
