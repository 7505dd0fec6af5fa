import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { companiesPredicate, standsPredicate } from '#server/store/query/places.ts';
import { amongPredicate, type Reach } from '#server/store/query/reach.ts';

/** The reach as predicates of a query. */
export function reachPredicates(reach: Reach, spec: ItemSpec): RawBuilder<SqlBool>[] {
  const own = spec.standsAt && 'companies' in spec.standsAt ? forCompanies(reach, spec) : ownPredicates(reach, spec);
  const narrowed = [
    ...(reach.only ?? []).map((among) => amongPredicate(among, spec)),
    ...(reach.never ?? []).map((among) => sql<SqlBool>`(${amongPredicate(among, spec)}) is not true`),
  ];
  if (own.length === 0 || !reach.also?.length) return [...own, ...narrowed];
  const all = [sql<SqlBool>`(${sql.join(own, sql` and `)})`, ...reach.also.map((among) => amongPredicate(among, spec))];
  return [sql<SqlBool>`(${sql.join(all, sql` or `)})`, ...narrowed];
}

function forCompanies({ tenants }: Reach, spec: ItemSpec): RawBuilder<SqlBool>[] {
  return tenants === 'all' ? [] : [companiesPredicate(spec, tenants)];
}

function ownPredicates({ tenants, shared, cities, except }: Reach, spec: ItemSpec): RawBuilder<SqlBool>[] {
  if (!spec.owner) return [];
  const found: RawBuilder<SqlBool>[] = [];
  if (tenants !== 'all') {
    const own = tenants.size === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`owner in (${sql.join([...tenants])})`;
    if (shared === false) found.push(own);
    else if (shared === true) found.push(sql<SqlBool>`(${own} or owner is null)`);
    else found.push(sql<SqlBool>`(${own} or (owner is null and ${amongPredicate(shared, spec)}))`);
  }
  for (const [tenant, names] of spec.standsAt ? (cities ?? []) : [])
    found.push(sql<SqlBool>`(owner is null or owner <> ${tenant} or ${standsPredicate(spec, tenant, names)})`);
  for (const { tenant, all } of except ?? []) {
    const matches = sql.join([sql`owner = ${tenant}`, ...all.map((among) => amongPredicate(among, spec))], sql` and `);
    found.push(sql<SqlBool>`(owner is null or not (${matches}))`);
  }
  return found;
}
