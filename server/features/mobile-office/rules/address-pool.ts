import { overlappingRange } from '#server/store/query/ranges.ts';
import type { Entities } from '#generated/server/entities.ts';
import { firstFree, isInPool, type Pool, poolSize } from '#domain/address-pool.ts';
import { parseCidr } from '#domain/formats/cidr.ts';
import { poolLimit } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import type { PlacedRange } from '#server/store/items/item-spec.ts';

/** Who holds an address of a pool: a binding, or somebody online. */
export type Holder = { resource: 'AddressBinding' | 'OnlineStatus'; id: string; accountId: string };
type Changing = Pick<Change, 'call' | 'tx'>;
type AddressPool = Entities['AddressPool'];

/** Addresses for mobile clients, with what of them is in use; a pool overlaps no other network of the company (spec 8). */
export const addressPool: EntityRules<'AddressPool'> = {
  complete: async (doc, change) => {
    const { network = '', rangeStart = '', rangeEnd = '' } = doc;
    return { ...doc, ...occupancy({ ...doc, network, rangeStart, rangeEnd }, (await holdersOf(change, doc.id ?? '')).size) };
  },

  ranges: { from: ['network'], of: networkOf },

  check: async (doc, change) => [...(await overlaps(doc, change)), ...(await leftOutside(doc, change))],
};

function networkOf({ network: text }: AddressPool): PlacedRange[] {
  const network = parseCidr(text);
  return 'code' in network ? [] : [{ pointer: '/network', ...network.range, text }];
}

/** A network of a site, or another pool, that shares addresses with this one. */
async function overlaps(doc: AddressPool, { call, tx }: Change<'AddressPool'>): Promise<Finding[]> {
  const [network] = networkOf(doc);
  if (!network) return [];
  const other = await overlappingRange(tx.db, ['Site', 'AddressPool'], doc.companyId, network, doc.id);
  if (!other) return [];
  const holder = call.services.store.specNamed(other.resource);
  if (!holder || !(await tx.get(holder, other.id)))
    return [{ pointer: '/network', code: 'site.vpn-conflict-beyond', params: { value: network.text } }];
  return [{ pointer: '/network', code: 'site.vpn-conflict', params: { value: network.text, other: other.text } }];
}

/** A pool never loses an address that somebody holds. */
async function leftOutside(doc: AddressPool, change: Change<'AddressPool'>): Promise<Finding[]> {
  if (!change.before) return [];
  const lost = [...(await holdersOf(change, change.before.id)).keys()].find((address) => !isInPool(doc, address));
  const params = { value: lost ?? '', pool: doc.name };
  return lost === undefined ? [] : [{ pointer: '/rangeStart', code: 'pool.outside', params }];
}

/** The held addresses of a pool. */
export async function holdersOf({ call, tx }: Changing, poolId: string): Promise<Map<string, Holder>> {
  const holders = new Map<string, Holder>();
  for (const resource of ['AddressBinding', 'OnlineStatus'] as const) {
    const spec = call.services.store.spec(resource);
    for (const { id, doc } of await tx.find(spec, { poolId })) {
      if (doc.ip !== undefined && !holders.has(doc.ip)) holders.set(doc.ip, { resource, id, accountId: doc.accountId ?? '' });
    }
  }
  return holders;
}

/** The lowest free address; the pool's limit is reached when there is none (service code 1400). */
export function nextAddress(pool: Pool & { name: string }, holders: ReadonlyMap<string, Holder>): string {
  const free = firstFree(pool, new Set(holders.keys()));
  if (free === undefined) throw new ProblemError(poolLimit({ pool: pool.name }));
  return free;
}

/** Writes down how many addresses of a pool are in use; nobody's edit of the pool becomes stale by it. */
export async function countPool(change: Changing, poolId: unknown, holders?: ReadonlyMap<string, Holder>): Promise<void> {
  const spec = change.call.services.store.spec('AddressPool');
  const pool = typeof poolId === 'string' ? await change.tx.anyOf(spec, poolId) : undefined;
  if (!pool) return;
  const used = (holders ?? (await holdersOf(change, pool.id))).size;
  await change.tx.annotate(spec, pool, { ...pool.doc, ...occupancy(pool.doc, used) });
}

/** Counts a pool as it will be without one of its holders. */
export async function countWithout(change: Changing, poolId: unknown, id: string): Promise<void> {
  if (typeof poolId !== 'string') return;
  const holders = await holdersOf(change, poolId);
  await countPool(change, poolId, new Map([...holders].filter(([, holder]) => holder.id !== id)));
}

function occupancy(pool: Pool, used: number): { total: number; used: number; free: number } {
  const total = poolSize(pool);
  return { total, used, free: Math.max(0, total - used) };
}
