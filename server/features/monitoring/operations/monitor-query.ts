import { correctionOf, type Correction } from '#domain/traffic/correction.ts';
import { notFound, siteNoSn } from '#generated/problems.ts';
import type { MeasuredRange } from '#generated/server/stored.ts';
import { type MarksOf, marksOf } from '#server/features/alarm/index.ts';
import { placesOf, type SitePlace } from '#server/features/site/index.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { queriedTimes } from '#server/kernel/resource/list.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Among } from '#server/store/query/reach.ts';
import { linkCount, type Telemetry, type Window } from '#server/telemetry/port.ts';

/** What a monitoring query asks for: sites, and a stretch of time at a resolution. */
export type MonitorScope = {
  places: readonly SitePlace[];
  window: Window;
  correction: Correction;
  telemetry: Telemetry;
  /** Milliseconds: what lies behind it has not been measured. */
  now: number;
};

/** A request of any monitoring operation. */
export type MonitorCall = Omit<Call, 'path' | 'query' | 'body'> & {
  path: { companyId: string };
  query: {
    startTime?: string;
    endTime?: string;
    option?: number;
    points?: number;
    siteId?: string[];
    city?: string[];
    siteTag?: string[];
    tagMatch?: 'all' | 'any';
    deviceId?: string;
    raw?: boolean;
  };
};

const LONGEST_MS = 400 * 24 * 60 * 60 * 1000;
const DEFAULT_POINTS = 120;
const LEAST_POINTS = 12;
/** Readings in one answer: of very many sites fewer points are looked at. */
const MOST_READINGS = 100_000;

/** Reads a query; a named site that has no device cannot be asked (spec 8). */
export async function monitorScopeOf(call: MonitorCall): Promise<MonitorScope> {
  const { clock, telemetry } = call.services;
  const places = await namedPlaces(call);
  const window = windowOf(call, 2 * linkCount(places));
  return {
    places,
    window,
    correction: await correctionFor(call.services, call.path.companyId, call.query.raw === true),
    telemetry,
    now: clock.now(),
  };
}

/** The stretch of time of a query, looked at in fewer points where so many lines are asked for. */
export function windowOf(
  call: Pick<Call, 'services'> & { query: { startTime?: string; endTime?: string; option?: number; points?: number } },
  lines: number,
): Window {
  const now = call.services.clock.now();
  const { from = now, to = now } = queriedTimes(call, 'startTime', 'endTime');
  const begin = Math.max(Math.min(from, to), to - LONGEST_MS);
  const { points: wanted = DEFAULT_POINTS } = call.query;
  const points = to <= begin ? 0 : Math.min(wanted, Math.max(LEAST_POINTS, Math.floor(MOST_READINGS / Math.max(1, lines))));
  return { from: begin, to, points };
}

/** The range of an answer, and who measured; `more`: what is to be said of all of it. */
export function rangeOf({ window, telemetry }: MonitorScope, more: Pick<MeasuredRange, 'gap' | 'uncorrected'> = {}): MeasuredRange {
  const { source } = telemetry;
  return {
    from: timestamp(window.from),
    to: timestamp(window.to),
    points: window.points,
    source,
    ...(source === 'none' ? { gap: 'notConfigured' } : {}),
    ...more,
  };
}

/** What is marked in the series of an answer. */
export function marksIn({ services, handle, path, language }: MonitorCall, { places, window }: MonitorScope): Promise<MarksOf> {
  const siteIds = places.map(({ siteId }) => siteId);
  return marksOf(services, handle, { companyId: path.companyId, siteIds, from: window.from, to: window.to, language });
}

/** Those of the rows whose text holds every word. */
export function named<Row>(rows: readonly Row[], keyword: string | undefined, textOf: (row: Row) => string): Row[] {
  const words = (keyword ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter((row) => words.every((word) => textOf(row).toLowerCase().includes(word)));
}

async function namedPlaces(call: MonitorCall): Promise<SitePlace[]> {
  const { siteId: sites = [], city: cities = [], siteTag: tags = [], tagMatch, deviceId: device } = call.query;
  const only: Among[] = [];
  if (cities.length > 0) only.push({ path: 'city', in: cities });
  if (tagMatch === 'all') only.push(...tags.map((tag) => ({ path: 'siteTag[]', in: [tag] })));
  else if (tags.length > 0) only.push({ path: 'siteTag[]', in: tags });
  if (sites.length > 0) only.push({ path: 'siteId', in: sites });
  if (device) only.push({ path: 'siteId', in: [await siteOfDevice(call, device)] });
  const places = await placesOf(call.services, call.handle, call.path.companyId, only);
  if (sites.some((id) => !places.some((place) => place.siteId === id)) && cities.length === 0 && tags.length === 0)
    throw new ProblemError(notFound());
  if (sites.length > 0 && places.some((place) => place.sn === undefined)) throw new ProblemError(siteNoSn());
  return places;
}

async function siteOfDevice({ handle, services, path }: MonitorCall, id: string): Promise<string> {
  const device = await handle.get(services.store.spec('Device'), id);
  const site = device?.owner === path.companyId ? device.doc.siteId : undefined;
  if (site === undefined) throw new ProblemError(notFound());
  return site;
}

/** The display correction as the platform and the company have it (spec 9). */
export async function correctionFor({ store, state, system }: Call['services'], companyId: string, raw: boolean): Promise<Correction> {
  const company = await system.get(store.spec('Company'), companyId);
  const { bandwidthCorrection } = await state.config();
  const correction = correctionOf(bandwidthCorrection, company?.doc.config?.bandwidthThreshold);
  return raw ? { ...correction, enable: false } : correction;
}
