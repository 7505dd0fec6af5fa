import type { Incident, MeasuredRange } from '#generated/server/stored.ts';
import { placeIncidents } from '#server/features/alarm/index.ts';
import { operationsAround } from '#server/features/monitoring/operations/changes-before.ts';
import { type MonitorScope, type MonitorCall, rangeOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { mayRead } from '#server/kernel/access/reader.ts';
import { timestamp } from '#server/store/clock.ts';

/** Of each kind, the newest. */
const MOST = 20;

/** Of what an answer is, wherever its figures come from. */
type Around = Pick<MonitorScope, 'places'> & { window: Pick<MonitorScope['window'], 'from' | 'to'>; link?: string | undefined };
type Asking = Omit<MonitorCall, 'query'>;

/** The range of an answer that is drawn over time, with what was the matter in it: every chart of it marks that. */
export async function markedRange(
  call: MonitorCall,
  scope: MonitorScope,
  { link, ...more }: Parameters<typeof rangeOf>[1] & { link?: string | undefined } = {},
): Promise<MeasuredRange> {
  return { ...rangeOf(scope, more), ...(await incidentsAround(call, { ...scope, link })) };
}

export async function incidentsAround(call: Asking, around: Around): Promise<Pick<MeasuredRange, 'incidents' | 'uncounted'>> {
  const [alarms, ...others] = await Promise.all([alarmsAt(call, around), maintenanceAt(call, around), changesAt(call, around)]);
  const incidents = [...alarms.incidents, ...others.flat()];
  return { ...(incidents.length > 0 ? { incidents } : {}), ...(alarms.uncounted > 0 ? { uncounted: alarms.uncounted } : {}) };
}

async function alarmsAt(
  { services, handle, path, language, principal }: Asking,
  { places, window, link }: Around,
): ReturnType<typeof placeIncidents> {
  const { companyId } = path;
  if (!mayRead({ principal, services }, services.store.spec('Alert'), companyId)) return { incidents: [], uncounted: 0 };
  return placeIncidents(services, handle, { companyId, places, link, from: window.from, to: window.to, language });
}

/** Work on the places, or on all that the company has. */
async function maintenanceAt(call: Asking, { places, window: { from, to } }: Around): Promise<Incident[]> {
  const { companyId } = call.path;
  const spec = call.services.store.spec('MaintenanceWindow');
  if (!mayRead(call, spec, companyId)) return [];
  const windows = await call.handle.docs(spec, {
    where: { companyId },
    ranges: [
      { path: 'startTime', to },
      { path: 'endTime', from: from + 1 },
    ],
    sort: [{ path: 'startTime', descending: true }],
    skip: 0,
    limit: MOST,
  });
  const own = new Set(places.map(({ siteId }) => siteId));
  return windows.flatMap(({ id, name, siteIds = [], startTime, endTime }): Incident[] =>
    siteIds.length > 0 && !siteIds.some((siteId) => own.has(siteId))
      ? []
      : [{ kind: 'maintenance', resource: 'MaintenanceWindow', id, name, from: startTime, to: endTime }],
  );
}

/** What people changed at the places, or for all of them. */
async function changesAt(call: Asking, { places, window: { from, to } }: Around): Promise<Incident[]> {
  const sites = new Set(places.map(({ siteId }) => siteId));
  const found = await operationsAround({ call, sites, from, to });
  return found
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST)
    .map(({ at, change: { logId = '', what, actor } }): Incident => {
      const name = actor === undefined ? what : `${what} · ${actor}`;
      return { kind: 'change', resource: 'OperationLog', id: logId, name: name.slice(0, LONGEST), from: timestamp(at), to: timestamp(at) };
    });
}

/** Characters of a name. */
const LONGEST = 300;
