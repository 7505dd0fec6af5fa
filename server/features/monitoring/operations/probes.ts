import type { Column } from '#server/store/items/typed.ts';
import { asNumber, asText } from '#domain/json.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { MeasuredGrid, MeasuredProbe, MeasuredSeries, ProbeMetric } from '#generated/server/stored.ts';
import { probeMarks } from '#server/features/alarm/index.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import { markedRange } from '#server/features/monitoring/operations/incidents.ts';
import { type MonitorScope, monitorScopeOf, type MonitorCall, rangeOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { mapInTurns } from '#server/store/breathe.ts';
import type { Group } from '#server/store/query/aggregate.ts';
import type { Among } from '#server/store/query/reach.ts';
import { gapOf, noValues, type Place, type Window } from '#server/telemetry/port.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';

/** Probes report once in so long (milliseconds). */
const PERIOD = 5 * 60_000;
const MOST_PARTS = 96;
const MOST_PROBES = 200;
/** Probes in whose series the thresholds of their tasks stand. */
const MOST_MARKED = 4;
const MOST_TASKS = 10_000;

const shown = ['latency', 'jitter', 'loss', 'availability'] as const;

type Task = Entities['SlaTask'];
type ProbeCall = MonitorCall & { query: { taskId?: string[] } };

/** Each figure of a report, as the row of a heat map and as a line. */
const figures = {
  breaches: { path: 'triggered', unit: '%', better: 'lower', factor: 100 },
  loss: { path: 'lossRate', unit: '%', better: 'lower', factor: 1 },
  latency: { path: 'latency', unit: 'ms', better: 'lower', factor: 1 },
  jitter: { path: 'jitter', unit: 'ms', better: 'lower', factor: 1 },
  availability: { path: 'availability', unit: '%', better: 'higher', factor: 1 },
} as const satisfies Record<ProbeMetric, Pick<MeasuredGrid, 'unit' | 'better'> & { path: string; factor: number }>;

/** What the probes of SLA tasks measured: the database puts 100,000 reports together, so that a page is as long as its columns. */
export const probes = {
  getSlaHeatMap: read(async (call) => {
    const scope = await probeScopeOf(call);
    const { metric, n } = call.query;
    const { path, unit, better, factor } = figures[metric];
    const [tasks, groups] = await Promise.all([tasksOf(call), groupsOf(call, scope, ['siteId'], [path])]);
    const bySite = Map.groupBy(groups, ({ of }) => of['siteId']);
    const probed = new Set([...tasks.flatMap(({ siteIds }) => siteIds), ...bySite.keys()]);
    const places = scope.places.filter(({ siteId }) => probed.has(siteId));
    const rows = await mapInTurns(places, (place): MeasuredGrid['rows'][number] => {
      const values = valuesOf(bySite.get(place.siteId) ?? [], path, scope.window, factor);
      const mean = meanOf(values);
      return { siteId: place.siteId, site: place.name, ...(mean === undefined ? reasonOf(place, scope) : { mean }), values };
    });
    const sign = better === 'lower' ? -1 : 1;
    // of whom nothing is known stand last
    const worst = rows.toSorted((a, b) => (a.mean === undefined ? 1 : b.mean === undefined ? -1 : sign * (a.mean - b.mean)));
    return {
      body: { range: rangeOf(scope), heat: { name: metric, unit, better, total: rows.length, rows: worst.slice(0, n) } },
    };
  }),

  getSlaProbes: read(async (call) => {
    const scope = await probeScopeOf(call);
    const { window, places } = scope;
    const [tasks, groups] = await Promise.all([
      tasksOf(call),
      groupsOf(
        call,
        scope,
        ['siteId', 'taskId'],
        shown.map((name) => figures[name].path),
      ),
    ]);
    const byProbe = Map.groupBy(groups, ({ of }) => keyOf(asText(of['taskId']), asText(of['siteId'])));
    const reached = new Map(places.map((place) => [place.siteId, place]));
    const wanted = tasks.flatMap((task) => task.siteIds.flatMap((siteId) => ({ task, place: reached.get(siteId) })));
    // thresholds of many tasks would say nothing of any line
    const isFew = wanted.filter(({ place }) => place !== undefined).length <= MOST_MARKED;
    const { from, to } = window;
    const marks = await probeMarks(call.services, call.handle, {
      companyId: call.path.companyId,
      from,
      to,
      language: call.language,
      thresholds: isFew,
    });
    const found = await mapInTurns(wanted, ({ task, place }): { probe: MeasuredProbe; worst: number }[] => {
      if (!place) return [];
      const own = byProbe.get(keyOf(task.id, place.siteId)) ?? [];
      const series = shown.map((name): MeasuredSeries => {
        const { path, unit, factor } = figures[name];
        const values = valuesOf(own, path, window, factor);
        const gap = values.every((value) => value === null) ? reasonOf(place, scope) : {};
        return {
          ...seriesRow({ name, unit, values, ...gap }, { window, places: [place], now: scope.now }),
          ...marks(task, place.siteId, name),
        };
      });
      const worst = meanOf(series.find(({ name }) => name === 'loss')?.values ?? []) ?? -1;
      return [{ probe: { siteId: place.siteId, site: place.name, taskId: task.id, task: task.name, series }, worst }];
    });
    const all = found.flat().toSorted((a, b) => b.worst - a.worst);
    return {
      body: { range: await markedRange(call, scope), total: all.length, probes: all.slice(0, MOST_PROBES).map(({ probe }) => probe) },
    };
  }),
} satisfies Handlers;

/** What the probes of one task measured at one site, with its thresholds and alarms. */
export async function probeSeries(
  { services, handle, language }: Pick<Call, 'services' | 'handle' | 'language'>,
  { task, place, window: around }: { task: Task; place: Place; window: Window },
): Promise<{ series: MeasuredSeries[]; window: Window }> {
  const window = wholePeriods(around, MOST_PARTS);
  const among = [
    { path: 'companyId', in: [task.companyId] },
    { path: 'taskId', in: [task.id] },
    { path: 'siteId', in: [place.siteId] },
  ];
  const own = await meansOf({ services, handle }, { among, window, by: ['siteId'], mean: shown.map((name) => figures[name].path) });
  const { from, to } = window;
  const marks = await probeMarks(services, handle, { companyId: task.companyId, from, to, language, thresholds: true });
  const { telemetry, clock } = services;
  const series = shown.map((name): MeasuredSeries => {
    const { path, unit, factor } = figures[name];
    const values = valuesOf(own, path, window, factor);
    const gap = values.every((value) => value === null) ? reasonOf(place, { telemetry, window }) : {};
    return {
      ...seriesRow({ name, unit, values, ...gap }, { window, places: [place], now: clock.now() }),
      ...marks(task, place.siteId, name),
    };
  });
  return { series, window };
}

async function probeScopeOf(call: ProbeCall): Promise<MonitorScope> {
  const scope = await monitorScopeOf(call);
  return { ...scope, window: wholePeriods(scope.window, call.query.points ?? MOST_PARTS) };
}

/** What a probe measured belongs to one part. */
function wholePeriods(window: Window, wanted: number): Window {
  const { from, to } = window;
  if (to <= from) return window;
  const step = PERIOD * Math.max(1, Math.ceil((to - from) / PERIOD / Math.min(MOST_PARTS, wanted)));
  const [start, end] = [Math.floor(from / step) * step, Math.ceil(to / step) * step];
  return { from: start, to: end, points: (end - start) / step };
}

async function tasksOf({ services, handle, path, query }: ProbeCall): Promise<Task[]> {
  const { taskId: ids = [] } = query;
  return handle.docs(services.store.spec('SlaTask'), {
    where: { companyId: path.companyId, ...(ids.length > 0 ? { id: ids } : {}) },
    skip: 0,
    limit: MOST_TASKS,
  });
}

/** What probes report of a period. */
type Measured = Column<'SlaReport'>;

function groupsOf(call: ProbeCall, { places, window }: MonitorScope, by: readonly Measured[], mean: readonly Measured[]): Promise<Group[]> {
  const { taskId: tasks = [], siteId: sites = [] } = call.query;
  const among: Among[] = [{ path: 'companyId', in: [call.path.companyId] }];
  if (tasks.length > 0) among.push({ path: 'taskId', in: tasks });
  if (sites.length > 0) among.push({ path: 'siteId', in: places.map(({ siteId }) => siteId) });
  return meansOf(call, { among, window, by, mean });
}

type Means = { among: Among[]; window: Window; by: readonly Measured[]; mean: readonly Measured[] };

function meansOf({ services, handle }: Pick<Call, 'services' | 'handle'>, { among, window, by, mean }: Means): Promise<Group[]> {
  const { from, to, points } = window;
  if (points === 0) return Promise.resolve([]);
  return handle.means(services.store.spec('SlaReport'), {
    among,
    ranges: [{ path: 'periodStart', from, to: to - 1 }],
    every: { path: 'periodStart', from, step: (to - from) / points },
    by,
    mean,
  });
}

function valuesOf(groups: readonly Group[], path: string, window: Window, factor: number): (number | null)[] {
  const values: (number | null)[] = noValues(window);
  for (const { part, of } of groups) {
    const value = asNumber(of[path]);
    if (value !== undefined && part >= 0 && part < values.length) values[part] = tenths(value * factor);
  }
  return values;
}

function meanOf(values: readonly (number | null)[]): number | undefined {
  const there = values.filter((value) => value !== null);
  return there.length === 0 ? undefined : tenths(there.reduce((sum, value) => sum + value, 0) / there.length);
}

function reasonOf(place: Place, { telemetry, window }: Pick<MonitorScope, 'telemetry' | 'window'>): Pick<MeasuredSeries, 'gap'> {
  return { gap: telemetry.source === 'none' ? 'notConfigured' : (gapOf(place, window) ?? 'notStored') };
}

function keyOf(taskId = '', siteId = ''): string {
  return `${taskId} ${siteId}`;
}
