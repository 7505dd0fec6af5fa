import type { Principal } from '#server/kernel/access/principal.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type Reach, unlimited } from '#server/store/query/reach.ts';

const reaches = new WeakMap<Principal, Map<ItemSpec, Reach>>();

/**
 * Which rows of a resource a person reaches: the tenants, within them what stands in the cities of the regions
 * (`x-access` of the entity), as the entity's own rules widen or narrow that.
 */
export function reachOf(principal: Principal): (spec: ItemSpec) => Reach {
  let known = reaches.get(principal);
  if (!known) reaches.set(principal, (known = new Map()));
  const kept = known;
  return (spec) => {
    let reach = kept.get(spec);
    if (!reach) kept.set(spec, (reach = compute(principal, spec)));
    return reach;
  };
}

function compute(principal: Principal, spec: ItemSpec): Reach {
  // what is delegated holds in the delegating company, not in what belongs to nobody
  const everybody =
    (principal.role === 'superAdmin' || principal.role === 'global') && principal.holdings.some(({ delegated }) => !delegated);
  const usual: Reach =
    principal.role === 'superAdmin'
      ? unlimited
      : {
          tenants: principal.tenants,
          shared: everybody,
          writes: principal.tenants,
          writesShared: everybody,
          ...(principal.cities.size > 0 ? { cities: principal.cities } : {}),
        };
  return rulesOf(spec).reach?.(principal, usual) ?? usual;
}

/** For calls without a session: nothing is reached. */
export const noReach: Reach = { tenants: new Set(), shared: false, only: [], writes: new Set(), writesShared: false };
