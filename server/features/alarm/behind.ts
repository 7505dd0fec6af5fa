import type { Services } from '#server/kernel/services.ts';
import { docOf } from '#server/store/items/typed.ts';
import type { Among } from '#server/store/query/reach.ts';

type Offline = { alertId: string; siteId: string | undefined; deviceId: string | undefined };

const MOST_SITES = 20_000;
const MOST_TOPOLOGIES = 1000;
/** More than these are not named one by one to a database: it reads them all. */
const MOST_NAMED = 5000;

/**
 * Sites all of whose hubs are down, with the alarm that explains them: that of a hub of theirs. A hub behind another hub is
 * explained in turn; hubs that stand behind nothing but each other explain nobody, so that somebody hears of them.
 */
export function behindHubs<Cause extends Offline>(
  hubs: ReadonlyMap<string, ReadonlySet<string>>,
  down: ReadonlyMap<string, Cause>,
): Map<string, Cause> {
  const isCutOff = (site: string): boolean => {
    const own = hubs.get(site);
    return own !== undefined && own.size > 0 && [...own].every((hub) => down.has(hub));
  };
  const spokes = new Map<string, string[]>();
  for (const [site, own] of hubs)
    if (isCutOff(site)) for (const hub of [...own].toSorted()) spokes.set(hub, [...(spokes.get(hub) ?? []), site]);
  const found = new Map<string, Cause>();
  // from those that nothing explains outwards: each is explained once, by the hub that is reached first
  let edge = [...down.keys()].filter((site) => !isCutOff(site)).toSorted();
  while (edge.length > 0) {
    const next: string[] = [];
    for (const hub of edge) {
      const cause = down.get(hub);
      for (const site of spokes.get(hub) ?? []) {
        if (!cause || found.has(site)) continue;
        found.set(site, cause);
        if (down.has(site)) next.push(site);
      }
    }
    edge = next;
  }
  return found;
}

/** The same of a company as it is configured, for sites that have alarms; `offline`: those of devices that do not report. */
export async function hubsThatExplain<Cause extends Offline>(
  services: Services,
  companyId: string,
  { sites, offline }: { sites: ReadonlySet<string>; offline: readonly Cause[] },
): Promise<Map<string, Cause>> {
  const down = await downSites(services, companyId, offline);
  return down.size === 0 ? new Map() : behindHubs(await hubsOf(services, companyId, sites), down);
}

/** A site whose devices are all offline, with the first alarm that says so. */
async function downSites<Cause extends Offline>(
  { store, system }: Services,
  companyId: string,
  offline: readonly Cause[],
): Promise<Map<string, Cause>> {
  const bySite = Map.groupBy(offline, ({ siteId }) => siteId ?? '');
  bySite.delete('');
  if (bySite.size === 0) return new Map();
  const among = [{ path: 'companyId', in: [companyId] }, ...named('siteId', [...bySite.keys()])];
  const devices = await system.pluck(store.spec('Device'), among, ['deviceId', 'siteId']);
  const standing = Map.groupBy(devices, ({ siteId }) => String(siteId));
  return new Map(
    [...bySite].flatMap(([siteId, own]) => {
      const silent = new Set(own.map(({ deviceId }) => deviceId));
      const isDown = silent.has(undefined) || (standing.get(siteId) ?? []).every(({ deviceId }) => silent.has(String(deviceId)));
      const [first] = own.toSorted((a, b) => (a.alertId < b.alertId ? -1 : 1));
      return isDown && first ? [[siteId, first] as const] : [];
    }),
  );
}

/** Over which hubs each of these sites reaches the others: its own, and those of the topologies in use in which it is a spoke. */
async function hubsOf({ store, system }: Services, companyId: string, sites: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const hubs = new Map<string, Set<string>>();
  const join = (site: string, hub: string): void => {
    if (site === hub || !sites.has(site)) return;
    const known = hubs.get(site);
    if (known) known.add(hub);
    else hubs.set(site, new Set([hub]));
  };
  const spec = store.spec('Site');
  const among = [{ path: 'companyId', in: [companyId] }, ...named('siteId', [...sites])];
  const { rows } = await system.list(spec, { among, only: ['siteId', 'hubSite'], skip: 0, limit: MOST_SITES });
  for (const { text } of rows) {
    const { siteId, hubSite } = docOf(spec, text);
    if (hubSite !== undefined) join(siteId, hubSite);
  }
  const topologies = await system.docs(store.spec('Topology'), {
    where: { companyId, type: 'spoke-hub', enable: true },
    skip: 0,
    limit: MOST_TOPOLOGIES,
  });
  for (const { sites: members = [] } of topologies) {
    const centre = members.filter(({ role }) => role === 'hub');
    for (const { siteId, role } of members) if (role !== 'hub') for (const hub of centre) join(siteId, hub.siteId);
  }
  return hubs;
}

/** Narrows to these, as long as they are few enough. */
export function named(path: string, ids: readonly string[]): Among[] {
  return ids.length > MOST_NAMED ? [] : [{ path, in: ids }];
}
