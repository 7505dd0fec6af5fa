import { keysOf } from '#domain/json.ts';
import type { NetworkState, SiteCluster } from '#generated/server/stored.ts';
import type { Entities } from '#generated/server/entities.ts';

/** The worst first. */
const states: readonly NetworkState[] = ['down', 'degraded', 'unknown', 'off', 'up'];

/** A site as the map needs it. */
export type Spot = Pick<Entities['Site'], 'siteId' | 'name' | 'city' | 'longitude' | 'latitude' | 'state'>;

const reported: Readonly<Record<NonNullable<Spot['state']>, NetworkState>> = {
  ONLINE: 'up',
  EXCEPTION: 'degraded',
  OFFLINE: 'down',
  TEMPORARYOFFLINE: 'down',
  UNCONFIGURED: 'unknown',
  CONFIGURED: 'unknown',
};
export const siteStates = keysOf(reported);

/** Sites with coordinates by their city, each as the worst of them; one without a city stands for itself. */
export function clustersOf(sites: readonly Spot[], alarmsOf: (siteId: string) => number): SiteCluster[] {
  const placed = sites.flatMap(({ longitude, latitude, city = '', state = 'UNCONFIGURED', ...site }) =>
    longitude === undefined || latitude === undefined ? [] : [{ ...site, city, longitude, latitude, reported: reported[state] }],
  );
  const groups = Map.groupBy(placed, ({ city, siteId }) => (city === '' ? `site ${siteId}` : city));
  const clusters = [...groups.values()].map((own): SiteCluster => {
    const mean = (of: 'longitude' | 'latitude'): number =>
      Math.round((own.reduce((sum, place) => sum + place[of], 0) / own.length) * 10_000) / 10_000;
    const [first] = own;
    return {
      ...(first && (first.city === '' ? { siteId: first.siteId, name: first.name } : { city: first.city })),
      longitude: mean('longitude'),
      latitude: mean('latitude'),
      sites: own.length,
      state: states.find((state) => own.some((site) => site.reported === state)) ?? 'unknown',
      down: own.filter((site) => site.reported === 'down').length,
      alarms: own.reduce((sum, { siteId }) => sum + alarmsOf(siteId), 0),
    };
  });
  return clusters.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || b.alarms - a.alarms || b.sites - a.sites);
}
