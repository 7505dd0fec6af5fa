import { freeSubnets, takenShares } from '#domain/address-plan.ts';
import { isNetwork, parseCidr } from '#domain/formats/cidr.ts';
import { overlaps, type Range } from '#domain/formats/ip.ts';
import { isKeyOf, texts } from '#domain/json.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';

const SHOWN = 8;
const HOLDERS = 20;
const kinds = { lan: true, localSubnets: true, mobileAccess: true, natNet: true } as const;

/** Which subnets the sites of a company hold, and where there is room: for those who plan addresses. */
export const addressPlans = {
  getAddressPlan: read(async (call) => {
    const { companyId } = call.path;
    const { within, prefix, subnet, siteId, also } = call.query;
    const sites = call.services.store.spec('Site');
    const space = rangeOf(within);
    const held = (await call.handle.ranges(sites, companyId)).filter(({ id }) => id !== siteId);
    const inSpace = held.filter((range) => overlaps(range, space));
    const wanted = subnet === undefined ? undefined : rangeOf(subnet);
    const colliding = wanted ? held.filter((range) => overlaps(range, wanted)).slice(0, HOLDERS) : [];
    const reached = await call.handle.pluck(sites, [{ path: 'siteId', in: colliding.map(({ id }) => id) }], ['siteId', 'name']);
    const names = new Map(reached.map((site) => [String(site.siteId), String(site.name)]));
    return {
      body: {
        within,
        prefix,
        total: inSpace.length,
        taken: takenShares(space, inSpace),
        holders: colliding.map(({ id, pointer, text }) => ({
          subnet: text,
          kind: kindOf(pointer),
          ...(names.has(id) ? { siteId: id, site: names.get(id) ?? id } : {}),
        })),
        free: freeSubnets(space, prefix, [...inSpace, ...texts(also).map(rangeOf)], SHOWN),
      },
    };
  }),
} satisfies Handlers;

function rangeOf(text: string): Range {
  const network = parseCidr(text);
  // refused with the query already
  if (!isNetwork(network)) throw new Error(`${text} is no network`);
  return network.range;
}

function kindOf(pointer: string): keyof typeof kinds {
  const name = pointer.split('/')[1] ?? '';
  return isKeyOf(kinds, name) ? name : 'lan';
}
