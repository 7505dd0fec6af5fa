import { correctionOf, type Correction } from '#domain/traffic/correction.ts';
import { notFound, siteNoSn } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { queriedTimes } from '#server/kernel/resource/list.ts';
import { incidentsAt, type Place } from '#server/simulator/network.ts';
import { placesOf } from '#server/simulator/places.ts';
import { instantsOf, type Window } from '#server/simulator/series.ts';
import { type Incident } from '#server/simulator/incidents.ts';
import { type Among } from '#server/store/query/reach.ts';

/** What a monitoring query asks for: sites, a stretch of time, and the instants at which it is looked at. */
export type Asked = {
  places: readonly Place[];
  window: Window;
  times: readonly number[];
  correction: Correction;
  incidents: (place: Place) => readonly Incident[];
};

const LONGEST_MS = 400 * 24 * 60 * 60 * 1000;
const DEFAULT_POINTS = 120;
const LEAST_POINTS = 12;
/** Readings in one answer: of very many sites fewer points are looked at. */
const MOST_READINGS = 100_000;

/** Reads a query; a named site that has no device cannot be asked (spec 8). */
export async function askedOf(call: Call): Promise<Asked> {
  const now = call.services.clock.now();
  const named = await namedPlaces(call);
  // what is not over has not been measured
  const places = named.map((place) => ({ ...place, silentFrom: Math.min(place.silentFrom, now + 1) }));
  const { from = now, to = now } = queriedTimes(call, 'startTime', 'endTime');
  const begin = Math.max(Math.min(from, to), to - LONGEST_MS);
  const circuits = places.reduce((sum, place) => sum + place.circuits.length, 0);
  const asked = Number(call.query.points ?? DEFAULT_POINTS);
  const points = to <= begin ? 0 : Math.min(asked, Math.max(LEAST_POINTS, Math.floor(MOST_READINGS / Math.max(1, 2 * circuits))));
  const window = { from: begin, to, points };
  const known = new Map<string, readonly Incident[]>();
  return {
    places,
    window,
    times: instantsOf(window),
    correction: await correctionFor(call),
    incidents: (place) => {
      let found = known.get(place.siteId);
      if (!found) known.set(place.siteId, (found = incidentsAt(place, begin, to)));
      return found;
    },
  };
}

export function rangeOf({ window }: Pick<Asked, 'window'>): { from: string; to: string; points: number } {
  return { from: timestamp(window.from), to: timestamp(window.to), points: window.points };
}

/** A page of rows that were computed, not stored. */
export function pageOf<Row extends { site: string }>(call: Call, rows: readonly Row[]): { total: number; results: Row[] } {
  const words = String(call.query.keyword ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fitting = rows.filter((row) => words.every((word) => row.site.toLowerCase().includes(word)));
  const skip = Number(call.query.skip ?? 0);
  return { total: fitting.length, results: fitting.slice(skip, skip + Number(call.query.limit ?? 20)) };
}

async function namedPlaces(call: Call): Promise<Place[]> {
  const sites = (call.query.siteId as string[] | undefined) ?? [];
  const cities = (call.query.city as string[] | undefined) ?? [];
  const device = call.query.deviceId;
  const only: Among[] = [];
  if (cities.length > 0) only.push({ path: 'city', in: cities });
  if (sites.length > 0) only.push({ path: 'siteId', in: sites });
  if (typeof device === 'string' && device !== '') only.push({ path: 'siteId', in: [await siteOfDevice(call, device)] });
  const places = await placesOf(call.services, call.handle, call.path.companyId ?? '', only);
  if (sites.some((id) => !places.some((place) => place.siteId === id)) && cities.length === 0) throw new ProblemError(notFound());
  if (sites.length > 0 && places.some((place) => place.sn === undefined)) throw new ProblemError(siteNoSn());
  return places;
}

async function siteOfDevice({ handle, services, path }: Call, id: string): Promise<string> {
  const spec = services.store.specs.get('Device');
  const device = spec && (await handle.get(spec, id));
  const site = device?.owner === path.companyId ? device?.doc.siteId : undefined;
  if (typeof site !== 'string') throw new ProblemError(notFound());
  return site;
}

/** The display correction as the platform and the company have it (spec 9). */
async function correctionFor({ services, query, path }: Call): Promise<Correction> {
  const { store, state, system } = services;
  const spec = store.specs.get('Company');
  const company = spec && (await system.get(spec, path.companyId ?? ''));
  const { bandwidthThreshold } = (company?.doc.config ?? {}) as { bandwidthThreshold?: number };
  const platform = (await state.config()).bandwidthCorrection as Partial<Correction> | undefined;
  const correction = correctionOf(platform, bandwidthThreshold);
  return query.raw === true ? { ...correction, enable: false } : correction;
}
