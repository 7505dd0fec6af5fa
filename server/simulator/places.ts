import { placeOf, type Place } from '#server/simulator/network.ts';
import { type Handle } from '#server/store/items/handle.ts';
import { type Among } from '#server/store/query/reach.ts';
import { type Doc } from '#server/store/items/tables.ts';
import { type Services } from '#server/kernel/services.ts';

const MOST_SITES = 20_000;

/** The sites of a company as the simulation sees them, as far as the handle reaches. */
export async function placesOf(
  { store }: Pick<Services, 'store'>,
  handle: Handle,
  companyId: string,
  only: readonly Among[] = [],
): Promise<Place[]> {
  const [sites, devices] = [store.spec('Site'), store.spec('Device')];
  const among = [{ path: 'companyId', in: [companyId] }];
  const { rows } = await handle.list(sites, {
    among: [...among, ...only],
    whole: true,
    skip: 0,
    limit: MOST_SITES,
    sort: [{ path: 'name', descending: false }],
  });
  const found = await handle.list(devices, { among: [...among, { path: 'role', in: ['primary'] }], skip: 0, limit: 2 * MOST_SITES });
  const atSite = new Map(found.rows.map((row) => JSON.parse(row.text) as Doc).map((device) => [String(device.siteId ?? ''), device]));
  return rows.map((row) => JSON.parse(row.text) as Doc).map((site) => placeOf(site, atSite.get(String(site.siteId))));
}
