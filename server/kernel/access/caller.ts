import type { Access } from '#domain/access/decide.ts';
import { type Principal, principalFor } from '#server/kernel/access/principal.ts';
import { noReach, reachOf } from '#server/kernel/access/reach.ts';
import { disclosureTo, readerOf } from '#server/kernel/access/reader.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';
import { LeftOut } from '#server/store/fits/left-out.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

type Asking = {
  services: Pick<Services, 'store' | 'contract'>;
  principal?: Principal | undefined;
  requestId: string;
  /** Of a call inside another: what it leaves out is missing in the answer of that one. */
  handle?: Handle;
};

/** Rows as far as this person reaches them by a call that asks for this access. */
export function handleFor(asking: Asking, access: Access): Handle {
  const { services, principal } = asking;
  return handleOf(asking, principal && principalFor(principal, access, services.contract.permissions));
}

/** Rows of a resource as far as its own calls would show them to this person. */
export function readingHandle(asking: Asking, spec: ItemSpec): Handle {
  return handleOf(asking, asking.principal && readerOf(asking.services, asking.principal, spec));
}

/** Another call of the same person inside this one: it reaches what it would reach alone. */
export function innerCall(call: Call, served: Served, more: Partial<Call> = {}): Call {
  return { ...call, ...more, served, handle: handleFor(call, served.operation.access) };
}

/** `within`: the person as far as the call reaches. What is told of items depends on all that the person holds. */
function handleOf({ services, principal, requestId, handle }: Asking, within: Principal | undefined): Handle {
  const leftOut = handle?.leftOut ?? new LeftOut();
  const actor = { name: principal?.username ?? 'anonymous', requestId };
  if (!principal || !within) return services.store.for({ actor, reach: () => noReach, leftOut });
  return services.store.for({ actor, reach: reachOf(within), disclosure: disclosureTo(services, principal), leftOut });
}
