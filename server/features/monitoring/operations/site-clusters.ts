import { type NetworkState, type SiteCluster } from '#generated/server/stored.ts';
import { reportedState, type SitePlace } from '#server/features/site/index.ts';

/** The worst first. */
const states: readonly NetworkState[] = ['down', 'degraded', 'unknown', 'off', 'up'];

/** Sites with coordinates by their city, each as the worst of them; one without a city stands for itself. */
export function clustersOf(places: readonly SitePlace[], alarmsOf: (siteId: string) => number): SiteCluster[] {
  const placed = places.flatMap((place) => {
    const { longitude, latitude } = place;
    return longitude === undefined || latitude === undefined ? [] : [{ ...place, longitude, latitude, reported: reportedState(place) }];
  });
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
      state: states.find((state) => own.some(({ reported }) => reported === state)) ?? 'unknown',
      down: own.filter(({ reported }) => reported === 'down').length,
      alarms: own.reduce((sum, { siteId }) => sum + alarmsOf(siteId), 0),
    };
  });
  return clusters.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || b.alarms - a.alarms || b.sites - a.sites);
}
