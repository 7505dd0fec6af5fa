import { isInPool, type Pool } from '#domain/address-pool.ts';
import { normaliseMac } from '#domain/formats/mac.ts';
import { poolTaken, poolTakenBeyond } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { countPool, countWithout, type Holder, holdersOf, nextAddress } from '#server/features/mobile-office/rules/address-pool.ts';
import { type Change, type EntityRules } from '#server/kernel/resource/entity.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';

/** A fixed address of a pool; where none is asked for, the pool gives its first free one. */
export const addressBinding: EntityRules = {
  complete: async (doc, change) => {
    const pool = await poolOf(doc, change);
    if (!pool) return doc;
    const holders = await others(doc, change);
    const ip = typeof doc['ip'] === 'string' && doc['ip'] !== '' ? doc['ip'] : nextAddress(pool.doc, holders);
    const own: Holder = { resource: 'AddressBinding', id: String(doc['id']), accountId: String(doc['accountId'] ?? '') };
    await countPool(change, pool.id, new Map([...holders, [ip, own]]));
    const before = change.before?.doc['poolId'];
    if (before !== undefined && before !== pool.id) await countWithout(change, before, String(doc['id']));
    return { ...doc, ip, ...(typeof doc['mac'] === 'string' ? { mac: normaliseMac(doc['mac']) } : {}) };
  },

  check: async (doc, change): Promise<Finding[]> => {
    const pool = await poolOf(doc, change);
    const ip = String(doc['ip']);
    if (!pool) return [];
    if (!isInPool(pool.doc as unknown as Pool, ip))
      return [{ pointer: '/ip', code: 'pool.outside', params: { value: ip, pool: String(pool.doc['name']) } }];
    const holder = (await others(doc, change)).get(ip);
    if (holder?.resource !== 'OnlineStatus' || holder.accountId === doc['accountId']) return [];
    const spec = change.call.services.store.specs.get('OnlineStatus');
    // who enters at a site beyond the caller's is not named
    const online = spec && (await change.tx.get(spec, holder.id));
    const problem = online
      ? poolTaken({ value: ip, user: String(online.doc['username'] ?? holder.accountId) })
      : poolTakenBeyond({ value: ip });
    throw new ProblemError(problem, { errors: [{ pointer: '/ip', code: problem.code, params: problem.params }] });
  },

  beforeDelete: (item, change) => countWithout(change, item.doc['poolId'], item.id),
};

async function poolOf(doc: Doc, { call, tx }: Change): Promise<Stored | undefined> {
  const spec = call.services.store.specs.get('AddressPool');
  return spec && tx.get(spec, String(doc['poolId']));
}

/** Who holds addresses of the pool besides this binding. */
async function others(doc: Doc, change: Change): Promise<Map<string, Holder>> {
  const holders = await holdersOf(change, String(doc['poolId']));
  return new Map([...holders].filter(([, holder]) => holder.id !== doc['id']));
}
