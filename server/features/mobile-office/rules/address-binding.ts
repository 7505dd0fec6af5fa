import type { Entities } from '#generated/server/entities.ts';
import { isInPool } from '#domain/address-pool.ts';
import { normaliseMac } from '#domain/formats/mac.ts';
import { poolTaken, poolTakenBeyond } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { countPool, countWithout, type Holder, holdersOf, nextAddress } from '#server/features/mobile-office/rules/address-pool.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import type { Stored } from '#server/store/items/tables.ts';

type Binding = Entities['AddressBinding'];
type Changing = Pick<Change, 'call' | 'tx'>;

/** A fixed address of a pool; where none is asked for, the pool gives its first free one. */
export const addressBinding: EntityRules<'AddressBinding'> = {
  complete: async (doc, change) => {
    const pool = await poolOf(doc, change);
    if (!pool) return doc;
    const holders = await others(doc, change);
    const ip = doc.ip ? doc.ip : nextAddress(pool.doc, holders);
    const own: Holder = { resource: 'AddressBinding', id: doc.id ?? '', accountId: doc.accountId ?? '' };
    await countPool(change, pool.id, new Map([...holders, [ip, own]]));
    const before = change.before?.doc.poolId;
    if (before !== undefined && before !== pool.id) await countWithout(change, before, doc.id ?? '');
    return { ...doc, ip, ...(doc.mac !== undefined ? { mac: normaliseMac(doc.mac) } : {}) };
  },

  check: async (doc, change): Promise<Finding[]> => {
    const pool = await poolOf(doc, change);
    const { ip = '' } = doc;
    if (!pool) return [];
    if (!isInPool(pool.doc, ip)) return [{ pointer: '/ip', code: 'pool.outside', params: { value: ip, pool: pool.doc.name } }];
    const holder = (await others(doc, change)).get(ip);
    if (holder?.resource !== 'OnlineStatus' || holder.accountId === doc.accountId) return [];
    const spec = change.call.services.store.spec('OnlineStatus');
    // who enters at a site beyond the caller's is not named
    const online = await change.tx.get(spec, holder.id);
    const problem = online ? poolTaken({ value: ip, user: online.doc.username }) : poolTakenBeyond({ value: ip });
    throw new ProblemError(problem, { errors: [{ pointer: '/ip', code: problem.code, params: problem.params }] });
  },

  beforeDelete: (item, change) => countWithout(change, item.doc.poolId, item.id),
};

async function poolOf({ poolId = '' }: Partial<Binding>, { call, tx }: Changing): Promise<Stored<Entities['AddressPool']> | undefined> {
  return tx.get(call.services.store.spec('AddressPool'), poolId);
}

/** Who holds addresses of the pool besides this binding. */
async function others(doc: Partial<Binding>, change: Changing): Promise<Map<string, Holder>> {
  const holders = await holdersOf(change, doc.poolId ?? '');
  return new Map([...holders].filter(([, holder]) => holder.id !== doc.id));
}
