import type { Entities } from '#generated/server/entities.ts';
import type { NetworkState } from '#generated/server/stored.ts';
import { breathe } from '#server/store/breathe.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import { docOf } from '#server/store/items/typed.ts';
import type { Among } from '#server/store/query/reach.ts';
import type { Place } from '#server/telemetry/port.ts';

const MOST_SITES = 20_000;
/** Default bandwidth of an interface (spec 9), Mbps. */
const DEFAULT_BANDWIDTH = 1000;

const siteProperties = [
  'siteId',
  'companyId',
  'name',
  'city',
  'siteMode',
  'sn',
  'wan',
  'longitude',
  'latitude',
  'hubSite',
  'selectedPop',
] as const;
const deviceProperties = ['deviceId', 'siteId', 'state', 'lastSeenAt'] as const;
type Site = Pick<Entities['Site'], (typeof siteProperties)[number]>;
type Device = Pick<Entities['Device'], 'deviceId' | 'state' | 'lastSeenAt'>;

/** A site with where it lies and what it is joined to. */
export type SitePlace = Place & { longitude?: number; latitude?: number; hubSite?: string; preferredPop?: string; state?: Device['state'] };

/** What stands at a site, from its document and that of its primary device. */
export function placeOf(site: Site, device: Device | undefined): SitePlace {
  const { longitude, latitude, hubSite, selectedPop } = site;
  return {
    companyId: site.companyId,
    siteId: site.siteId,
    name: site.name,
    city: site.city ?? '',
    siteMode: site.siteMode,
    ...(site.sn ? { sn: site.sn } : {}),
    ...(device ? { deviceId: device.deviceId } : {}),
    links: (site.wan ?? []).map((port, index) => ({
      name: port.logicName ?? `WAN${index + 1}`,
      number: index + 1,
      up: port.bandwidth?.up ?? DEFAULT_BANDWIDTH,
      down: port.bandwidth?.down ?? DEFAULT_BANDWIDTH,
      cellular: port.medium === 'cellular',
    })),
    silentFrom: silentFrom(device),
    ...(longitude === undefined || latitude === undefined ? {} : { longitude, latitude }),
    ...(hubSite === undefined ? {} : { hubSite }),
    ...(selectedPop?.preferredPop === undefined ? {} : { preferredPop: selectedPop.preferredPop }),
    ...(device ? { state: device.state } : {}),
  };
}

/** The sites of a company with what stands there, as far as the handle reaches, by name. */
export function placesOf(
  services: Pick<Services, 'store'>,
  handle: Handle,
  companyId: string,
  only: readonly Among[] = [],
): Promise<SitePlace[]> {
  const among = [{ path: 'companyId', in: [companyId] }];
  return placesAmong(services, handle, { sites: [...among, ...only], devices: among });
}

/** Given sites of whichever companies. */
export function placesAt(services: Pick<Services, 'store'>, handle: Handle, siteIds: string[]): Promise<SitePlace[]> {
  const among = [{ path: 'siteId', in: siteIds }];
  return placesAmong(services, handle, { sites: among, devices: among });
}

async function placesAmong(
  { store }: Pick<Services, 'store'>,
  handle: Handle,
  among: { sites: Among[]; devices: Among[] },
): Promise<SitePlace[]> {
  const [sites, devices] = [store.spec('Site'), store.spec('Device')];
  const [found, standing] = await Promise.all([
    handle.list(sites, {
      among: among.sites,
      only: siteProperties,
      skip: 0,
      limit: MOST_SITES,
      sort: [{ path: 'name', descending: false }],
    }),
    handle.list(devices, {
      among: [...among.devices, { path: 'role', in: ['primary'] }],
      only: deviceProperties,
      skip: 0,
      limit: 2 * MOST_SITES,
    }),
  ]);
  const atSite = new Map<string, Device>();
  for (const { text } of standing.rows) {
    await breathe();
    const device = docOf(devices, text);
    atSite.set(device.siteId ?? '', device);
  }
  const places: SitePlace[] = [];
  for (const { text } of found.rows) {
    await breathe();
    const site = docOf(sites, text);
    places.push(placeOf(site, atSite.get(site.siteId)));
  }
  return places;
}

/** One site within a transaction. */
export async function placeAt({ store }: Pick<Services, 'store'>, tx: Transaction, siteId: string): Promise<SitePlace | undefined> {
  const site = await tx.get(store.spec('Site'), siteId);
  if (!site) return undefined;
  const [device] = await tx.find(store.spec('Device'), { siteId, role: 'primary' });
  return placeOf(site.doc, device?.doc);
}

/** A device that reports goes on; one that is away was last seen then; one that never ran has nothing to tell. */
export function silentFrom(device: Pick<Device, 'state' | 'lastSeenAt'> | undefined): number {
  if (device?.state === 'ONLINE' || device?.state === 'EXCEPTION') return Infinity;
  return device?.lastSeenAt === undefined ? 0 : Date.parse(device.lastSeenAt);
}

/** What a site's device reports of itself: one that is away was there before, one that never ran is unknown. */
export function reportedState({ silentFrom, state }: Pick<SitePlace, 'silentFrom' | 'state'>): NetworkState {
  if (silentFrom === 0) return 'unknown';
  if (silentFrom !== Infinity) return 'down';
  return state === 'EXCEPTION' ? 'degraded' : 'up';
}
