import { sql } from 'kysely';

import { withoutPath } from '#domain/value.ts';
import type { Engine, Reads } from '#server/store/engine.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';
import type { Reach } from '#server/store/query/reach.ts';
import { reachPredicates } from '#server/store/query/reach-predicates.ts';
import { readScope } from '#server/store/query/scope.ts';

/** What a caller is told of the items that he reaches. */
export type Disclosure = {
  /** Properties that are kept from him in items of this owner. */
  withheld: (spec: ItemSpec, owner: string | null) => readonly string[];
  /** The rows of another resource that its own calls show him, beside items of this owner; undefined where they show none. */
  reads: (spec: ItemSpec, owner: string | null) => Reach | undefined;
};

type Owned = { id: string; owner: string | null };
/** How items are changed before they are shown. */
export type Redaction = (item: Owned, doc: Doc) => Doc;

/** How items are to be shown; undefined where they are shown as they are stored. `within`: an open transaction. */
export async function redactionOf(
  engine: Engine,
  disclosure: Disclosure,
  spec: ItemSpec,
  items: readonly Owned[],
  within?: Reads['read'],
): Promise<Redaction | undefined> {
  if (!isDisclosedByOwner(spec)) return undefined;
  const withheld = new Map<string | null, readonly string[]>();
  for (const { owner } of spec.restricted.length > 0 ? items : [])
    if (!withheld.has(owner)) withheld.set(owner, disclosure.withheld(spec, owner));
  const counts = await countsWithin(engine, disclosure, spec, items, within);
  if (counts.size === 0 && [...withheld.values()].every((names) => names.length === 0)) return undefined;
  return ({ id, owner }, doc) => {
    const shown = { ...(withheld.get(owner) ?? []).reduce(withoutPath, doc) };
    for (const [property, known] of counts) {
      const count = known(id, owner);
      if (count === undefined) delete shown[property];
      else if (doc[property] !== undefined) shown[property] = count;
    }
    return shown;
  };
}

/** Whether how an item is shown depends on whose it is and who asks. */
export function isDisclosedByOwner({ restricted, counts }: ItemSpec): boolean {
  return restricted.length > 0 || counts.size > 0;
}

/** Whether items of these owners are shown as they are stored, every count of theirs included. */
export function isShownWhole(disclosure: Disclosure | undefined, spec: ItemSpec, owners: readonly (string | null)[]): boolean {
  if (!disclosure || !isDisclosedByOwner(spec)) return true;
  const counting = [...spec.counts.values()].flat();
  return owners.every(
    (owner) =>
      (spec.restricted.length === 0 || disclosure.withheld(spec, owner).length === 0) &&
      counting.every((user) => readsWhole(disclosure.reads(user, owner))),
  );
}

/** Of one item, as far as the caller reaches what is counted; undefined where he reaches none of it. */
type Count = (id: string, owner: string | null) => number | undefined;

/** The counting properties of some items whose stored value counts more than the caller reaches. */
async function countsWithin(
  engine: Engine,
  { reads }: Disclosure,
  spec: ItemSpec,
  items: readonly Owned[],
  within?: Reads['read'],
): Promise<Map<string, Count>> {
  const found = new Map<string, Count>();
  for (const [property, counting] of spec.counts) {
    if (items.every(({ owner }) => counting.every((user) => readsWhole(reads(user, owner))))) continue;
    const owners = new Set(items.map(({ owner }) => owner));
    const reaches = counting.map((user) => ({ user, by: new Map([...owners].map((owner) => [owner, reads(user, owner)])) }));
    const uses = new Map<string, number>();
    for (const { user, by } of reaches)
      for (const [reach, of] of Map.groupBy(items, ({ owner }) => by.get(owner)))
        for (const { value, count } of reach ? await usesOf(engine, spec, user, reach, of, within) : [])
          uses.set(value, (uses.get(value) ?? 0) + Number(count));
    const open = new Set([...owners].filter((owner) => reaches.some(({ by }) => by.get(owner))));
    found.set(property, (id, owner) => (open.has(owner) ? (uses.get(id) ?? 0) : undefined));
  }
  return found;
}

async function usesOf(
  engine: Engine,
  target: ItemSpec,
  user: ItemSpec,
  reach: Reach,
  items: readonly Owned[],
  within?: Reads['read'],
): Promise<{ value: string; count: number | string }[]> {
  const reached = reachPredicates(reach, user);
  const own = reached.length > 0 ? sql`and id in (select id from ${sql.table(user.table)} where ${sql.join(reached, sql` and `)})` : sql``;
  const { rows } = await sql<{ value: string; count: number | string }>`
    select value, count(distinct id) as count from refs
    where target = ${target.name} and resource = ${user.name} and value in (${sql.join(items.map(({ id }) => id))}) ${own}
    group by value`.execute(within ?? engine.as(readScope(reach, user)).read);
  return rows;
}

/** Whether every row is reached. */
function readsWhole(reach: Reach | undefined): boolean {
  if (!reach) return false;
  const { tenants, shared, only, never, except, cities } = reach;
  return tenants === 'all' && shared === true && !only && !never && !except?.length && !cities?.size;
}
