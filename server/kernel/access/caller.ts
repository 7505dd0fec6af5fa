import { type Access } from '#domain/access/decide.ts';
import { type Principal, principalFor, principalForEach } from '#server/kernel/access/principal.ts';
import { noReach, reachOf } from '#server/kernel/access/reach.ts';
import { type Served } from '#server/kernel/contract.ts';
import { type Call } from '#server/kernel/handler.ts';
import { type Services } from '#server/kernel/services.ts';
import { type Handle } from '#server/store/items/handle.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';

type Asking = { services: Pick<Services, 'store' | 'contract'>; principal?: Principal | undefined; requestId: string };

/** Rows as far as this person reaches them by a call that asks for this access. */
export function handleFor({ services, principal, requestId }: Asking, access: Access): Handle {
  return handleOf(services, principal && principalFor(principal, access, services.contract.permissions), requestId);
}

/** Rows of a resource as far as its own calls would show them to this person. */
export function readingHandle({ services, principal, requestId }: Asking, spec: ItemSpec): Handle {
  return handleOf(services, principal && readerOf(services, principal, spec), requestId);
}

/** A person as far as one may read the rows of a resource. */
export function readerOf({ contract }: Pick<Services, 'contract'>, principal: Principal, spec: ItemSpec): Principal {
  const { get, list } = spec.resource.operations;
  const groups = [get, list].filter((operations) => operations.length > 0).map((operations) => operations.map(({ access }) => access));
  return principalForEach(principal, groups, contract.permissions);
}

/** Another call of the same person inside this one: it reaches what it would reach alone. */
export function innerCall(call: Call, served: Served, more: Partial<Call> = {}): Call {
  return { ...call, ...more, served, handle: handleFor(call, served.operation.access) };
}

function handleOf({ store }: Pick<Services, 'store'>, principal: Principal | undefined, requestId: string): Handle {
  const actor = { name: principal?.username ?? 'anonymous', requestId };
  return store.for({ actor, reach: principal ? reachOf(principal) : () => noReach });
}
