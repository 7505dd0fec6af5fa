import { due } from '#domain/alert-due.ts';
import { severities } from '#domain/alert-severity.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { NetworkGraph, NetworkLinkKind, NetworkNode, NetworkState } from '#generated/server/stored.ts';
import { type Figures, figuresOf, nodeMeasures, tenths } from '#server/features/planning/network/measured-node.ts';
import { pairsOf } from '#server/features/planning/network/pairs.ts';
import { placesOf, reportedState, type SitePlace } from '#server/features/site/index.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { breathe, mapInTurns } from '#server/store/breathe.ts';
import type { Call } from '#server/kernel/handler.ts';

export type Asking = Pick<Call, 'handle' | 'services' | 'principal' | 'requestId'> & { path: { companyId: string } };
type Topology = Entities['Topology'];
export type Link = { from: string; to: string; kind: NetworkLinkKind; topology: number | null; state: NetworkState };
type Network = { topologies: Topology[]; places: Map<string, SitePlace>; figures: Map<string, Figures>; links: Link[]; more: number };

const MOST_TOPOLOGIES = 1000;
const MOST_POPS = 5000;
/** More than anybody sees at once, and what an answer of a megabyte holds. */
const MOST_LINKS = 20_000;
/** The stretch whose means are told, and the step in which it moves on: within it the answer stays the same. */
const STRETCH_MS = 5 * 60_000;
const STEP_MS = 30_000;
const POINTS = 5;
/** What a link is, of what its ends are: the worse counts. */
const worst: readonly NetworkState[] = ['off', 'down', 'unknown', 'degraded', 'up'];
const ofService: Record<Entities['Pop']['serviceStatus'], NetworkState> = {
  normal: 'up',
  abnormal: 'down',
  maintenance: 'off',
  applied: 'off',
};

/** The sites of a company, or of some topologies, with what joins them and how that does. */
export async function networkOf(call: Asking, only: readonly string[] = []): Promise<Network> {
  const { handle, services, path } = call;
  const spec = services.store.spec('Topology');
  const topologies = await handle.docs(spec, {
    among: [{ path: 'companyId', in: [path.companyId] }, ...(only.length > 0 ? [{ path: 'id', in: only }] : [])],
    sort: [{ path: 'name', descending: false }],
    skip: 0,
    limit: MOST_TOPOLOGIES,
  });
  const named = only.length > 0 ? [...new Set(topologies.flatMap(({ sites }) => sites.map(({ siteId }) => siteId)))] : undefined;
  const found = await placesOf(services, handle, path.companyId, named ? [{ path: 'siteId', in: named }] : []);
  const places = new Map(found.map((place) => [place.siteId, place]));
  const figures = await measured(call, found);
  const { links, more } = await linksOf(topologies, places, figures);
  return { topologies, places, figures, links, more };
}

/** The same as the contract tells it, with open alarms and the POPs that sites prefer. */
export async function graphOf(call: Asking, only: readonly string[] = []): Promise<NetworkGraph> {
  const { topologies, places, figures, links, more } = await networkOf(call, only);
  const [alarms, pops] = await Promise.all([openAlarms(call), preferredPops(call, places)]);
  const hubs = hubsOf(topologies, places);
  const nodes: NetworkNode[] = await mapInTurns([...places.values()], (place) => {
    const { access: _access, ...shown } = figures.get(place.siteId) ?? { access: 'unknown' };
    return {
      id: place.siteId,
      kind: hubs.has(place.siteId) ? 'hub' : 'site',
      name: place.name,
      ...(place.city === '' ? {} : { city: place.city }),
      ...(place.longitude === undefined || place.latitude === undefined ? {} : { longitude: place.longitude, latitude: place.latitude }),
      state: reportedState(place),
      alarms: 0,
      ...alarms.get(place.siteId),
      ...shown,
    };
  });
  const all = [...nodes, ...pops];
  const position = new Map(all.map(({ id }, index) => [id, index]));
  const ends = (id: string): number => position.get(id) ?? -1;
  const shown = links.filter(({ from, to }) => position.has(from) && position.has(to));
  const column = <T>(of: (link: Link) => T): Promise<T[]> => mapInTurns(shown, of);
  return {
    source: call.services.telemetry.source,
    topologies: topologies.map(({ id, name, type, enable, rateLimit, elasticBandwidth, otherSites }) => ({
      id,
      name,
      type,
      enable,
      rateLimit,
      elasticBandwidth,
      ...(otherSites === undefined ? {} : { otherSites }),
    })),
    nodes: all,
    links: {
      from: await column(({ from }) => ends(from)),
      to: await column(({ to }) => ends(to)),
      kind: await column(({ kind }) => kind),
      topology: await column(({ topology }) => topology),
      state: await column(({ state }) => state),
      load: await column((link) => figureOf(link, 'load', figures)),
      latency: await column((link) => figureOf(link, 'latency', figures)),
      loss: await column((link) => figureOf(link, 'loss', figures)),
    },
    more,
  };
}

async function measured({ services }: Asking, places: readonly SitePlace[]): Promise<Map<string, Figures>> {
  const to = Math.floor(services.clock.now() / STEP_MS) * STEP_MS;
  const window = { from: to - STRETCH_MS, to, points: POINTS };
  // of a device that is away nothing is asked; one that the console never heard of itself may be measured all the same
  const isMeasured = services.telemetry.source === 'store';
  const reporting = places.filter(({ silentFrom }) => silentFrom === Infinity || (isMeasured && silentFrom === 0));
  const summaries = await services.telemetry.summary({ places: reporting, window, measures: nodeMeasures });
  const bySite = Map.groupBy(summaries, ({ siteId }) => siteId);
  const figures = new Map<string, Figures>();
  for (const place of places) {
    await breathe();
    figures.set(place.siteId, figuresOf(place, bySite.get(place.siteId) ?? []));
  }
  return figures;
}

async function linksOf(
  topologies: readonly Topology[],
  places: ReadonlyMap<string, SitePlace>,
  figures: ReadonlyMap<string, Figures>,
): Promise<{ links: Link[]; more: number }> {
  const links: Link[] = [];
  let more = 0;
  const access = (siteId: string): NetworkState => figures.get(siteId)?.access ?? 'unknown';
  const add = (link: Omit<Link, 'state'>, states: readonly NetworkState[]): void => {
    if (links.length >= MOST_LINKS) more++;
    else links.push({ ...link, state: worst.find((state) => states.includes(state)) ?? 'unknown' });
  };
  for (const place of places.values()) {
    await breathe();
    const { siteId, hubSite, preferredPop } = place;
    if (hubSite !== undefined && places.has(hubSite))
      add({ from: siteId, to: hubSite, kind: 'hub', topology: null }, [access(siteId), access(hubSite)]);
    if (preferredPop !== undefined) add({ from: siteId, to: preferredPop, kind: 'access', topology: null }, [access(siteId)]);
  }
  for (const [index, topology] of topologies.entries()) {
    await breathe();
    for (const [from, to] of pairsOf(topology, (siteId) => places.has(siteId)))
      add({ from, to, kind: 'tunnel', topology: index }, [...(topology.enable ? [] : (['off'] as const)), access(from), access(to)]);
  }
  return { links, more };
}

/** Of the fuller end, of both together, of the worse one; nothing where an end has nothing. */
function figureOf({ from, to, kind }: Link, name: 'load' | 'latency' | 'loss', figures: ReadonlyMap<string, Figures>): number | null {
  const ends = kind === 'access' ? [from] : [from, to];
  const values = ends.map((id) => figures.get(id)?.[name]).filter((value) => value !== undefined);
  if (values.length < ends.length) return null;
  return name === 'latency' ? values.reduce((sum, value) => sum + value, 0) : tenths(Math.max(...values));
}

/** What the person sees among the alerts, by site. */
async function openAlarms(call: Asking): Promise<Map<string, Pick<NetworkNode, 'alarms' | 'severity'>>> {
  const spec = call.services.store.spec('Alert');
  const among = [{ path: 'companyId', in: [call.path.companyId] }, ...due];
  const rows = await readingHandle(call, spec).pluck(spec, among, ['neId', 'severity']);
  return new Map(
    [...Map.groupBy(rows, ({ neId }) => String(neId ?? ''))].map(([siteId, own]) => {
      const severity = severities.find((each) => own.some((row) => row.severity === each));
      return [siteId, { alarms: own.length, ...(severity ? { severity } : {}) }];
    }),
  );
}

/** What everybody who may choose a POP knows of it. */
async function preferredPops(call: Asking, places: ReadonlyMap<string, SitePlace>): Promise<NetworkNode[]> {
  const ids = [...new Set([...places.values()].flatMap(({ preferredPop }) => preferredPop ?? []))];
  if (ids.length === 0) return [];
  const spec = call.services.store.spec('Pop');
  const pops = await call.handle.docs(spec, { among: [{ path: 'id', in: ids }], skip: 0, limit: MOST_POPS });
  return pops.map(({ id, name, city, longitude, latitude, serviceStatus }) => ({
    id,
    kind: 'pop',
    name,
    ...(city === undefined ? {} : { city }),
    ...(longitude === undefined || latitude === undefined ? {} : { longitude, latitude }),
    state: ofService[serviceStatus],
    alarms: 0,
  }));
}

function hubsOf(topologies: readonly Topology[], places: ReadonlyMap<string, SitePlace>): Set<string> {
  const inTopologies = topologies.flatMap(({ type, sites }) =>
    type === 'spoke-hub' ? sites.filter(({ role }) => role === 'hub').map(({ siteId }) => siteId) : [],
  );
  return new Set([...inTopologies, ...[...places.values()].flatMap(({ hubSite }) => hubSite ?? [])]);
}
