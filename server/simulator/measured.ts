// The demo network's readings: computed from the seed, the same whenever they are asked. A thread of its own takes this file for its work.
import { absencesOf, isAway } from '#server/simulator/absences.ts';
import { apmAt } from '#server/simulator/apm.ts';
import { applicationShares } from '#server/simulator/applications.ts';
import type { Incident } from '#server/simulator/incidents.ts';
import { flowRows, isWithin } from '#server/simulator/recorded-flows.ts';
import { circuitsOf, incidentsAt, pulseOf } from '#server/simulator/network.ts';
import { measure } from '#server/simulator/probe.ts';
import { terminalsOf } from '#server/simulator/terminals.ts';
import { activity } from '#server/simulator/rhythm.ts';
import { type Circuit, isDown, jitterAt, latencyAt, lossAt, rateAt, signalAt, systemAt } from '#server/simulator/traffic.ts';
import { largestFlows } from '#server/telemetry/flow-rows.ts';
import { commonGap, flowOf, histogramOf, peakOf, rankedBy, sumOf, summaryOf } from '#server/telemetry/figures.ts';
import {
  type ApplicationLine,
  type Ask,
  type DeviceMeasure,
  type Distribution,
  gapOf,
  instantsOf,
  isMeasuredAt,
  isOfLink,
  type Latest,
  type Line,
  linkCount,
  type LinkMeasure,
  type Measure,
  type Peak,
  type Place,
  type Probed,
  type Ranked,
  type RecordedFlows,
  type Summary,
  type TargetLine,
  type Telemetry,
  type Total,
  type Window,
} from '#server/telemetry/port.ts';

const MBPS = 1_000_000;
const MINUTE = 60_000;
/** Readings among which the largest is looked for. */
const MOST_READINGS = 100_000;
/** What newest reading means where readings are computed. */
const PERIOD = 1000;

type Operation = Exclude<keyof Telemetry, 'source' | 'lag' | 'silence' | 'seen' | 'close'>;
/** `now`: what lies behind it has not been measured (milliseconds). */
type MeasuredQuery<Name extends Operation> = Parameters<Telemetry[Name]>[0] & { now: number };

export function series(ask: MeasuredQuery<'series'>): Line[] {
  return ask.places.flatMap((place) => linesOf(place, ask, ask.measures));
}

export function total(ask: MeasuredQuery<'total'>): Total[] {
  return ask.measures.map((measure) => {
    const lines = ask.places.flatMap((place) => linesOf(place, ask, [measure]));
    const gap = commonGap(lines);
    return { measure, values: sumOf(lines, ask.window.points), ...(gap ? { gap } : {}) };
  });
}

export function summary(ask: MeasuredQuery<'summary'>): Summary[] {
  return ask.places.flatMap((place) => linesOf(place, ask, ask.measures).map(summaryOf));
}

export function latest({ at, ...ask }: MeasuredQuery<'latest'>): Latest[] {
  const window = { from: at - PERIOD, to: at + PERIOD, points: 1 };
  return ask.places.flatMap((place) =>
    linesOf(place, { ...ask, window }, ask.measures).map(({ values: [value], ...line }) =>
      typeof value === 'number' ? { ...line, value, at } : line,
    ),
  );
}

export function applications({ places, window, link, now }: MeasuredQuery<'applications'>): ApplicationLine[] {
  const [place] = places;
  if (!place) return [];
  const [key, pulse] = places.length === 1 ? ([place.siteId, pulseOf(place)] as const) : ([place.companyId, 'office'] as const);
  const whole = sumOf(
    places.flatMap((each) => linesOf(each, { window, link, now }, ['tx', 'rx'])),
    window.points,
  );
  const found = new Map<string, ApplicationLine>();
  for (const [index, at] of instantsOf(window).entries()) {
    const rate = whole[index] ?? null;
    for (const { name, category, share } of applicationShares(key, at, pulse)) {
      const row = found.get(name) ?? { name, category, values: [] };
      row.values.push(rate === null ? null : Math.round(rate * share));
      found.set(name, row);
    }
  }
  return [...found.values()];
}

/** The traffic of each application, as it is told above, among the terminals of the sites and the places that it leads to. */
export function flows({ narrow, most, ...ask }: MeasuredQuery<'flows'>): RecordedFlows {
  const carried = new Map<string, number>();
  for (const each of summary({ ...ask, measures: ['tx', 'rx'] }))
    carried.set(each.siteId, (carried.get(each.siteId) ?? 0) + (flowOf(each, ask.window) ?? 0));
  const lines = applications(ask);
  const rows = flowRows(lines, carried, ask.window);
  const shown = rows.filter((row) => isWithin(row, narrow));
  const [whole, own] = [rows, shown].map((some) => {
    const sums = new Map<string, number>();
    for (const { application, bytes } of some) sums.set(application, (sums.get(application) ?? 0) + bytes);
    return sums;
  });
  const values = sumOf(
    lines.map((line) => {
      const part = (own?.get(line.name) ?? 0) / Math.max(1, whole?.get(line.name) ?? 0);
      return { siteId: '', measure: 'tx', values: line.values.map((value) => (value === null ? null : Math.round(value * part))) };
    }),
    ask.window.points,
  );
  const gap =
    shown.length === 0
      ? (commonGap(ask.places.map((place) => ({ gap: gapOf(place, ask.window) ?? 'notStored' }))) ?? 'notStored')
      : undefined;
  return { rows: largestFlows(shown, most), values, ...(gap ? { gap } : {}) };
}

export function targets({ targets: asked, window, measures, now }: MeasuredQuery<'targets'>): TargetLine[] {
  const times = instantsOf(window);
  return asked.flatMap(({ id, url }) =>
    measures.map((measure) => {
      const values = times.map((at) => (at > now ? null : (apmAt(url, measure, at) ?? null)));
      return { id, measure, values, ...(values.every((value) => value === null) ? { gap: 'notStored' as const } : {}) };
    }),
  );
}

export function probes({ probes: asked, from, to }: MeasuredQuery<'probes'>): Probed[] {
  return asked.map(({ taskId, place, ...probe }) => ({
    taskId,
    siteId: place.siteId,
    figures: measure({ ...probe, siteId: place.siteId }, from, to, incidentsAt(place, from, to), place.silentFrom > to),
  }));
}

export function top(ask: MeasuredQuery<'top'>): Ranked[] {
  const measures = [ask.measure];
  const figures =
    ask.statistic === 'max'
      ? peaks({ ...ask, measures, of: 'each' })
      : summary({ ...ask, measures }).map(({ siteId, mean }) => ({ siteId, value: mean }));
  return rankedBy(figures, ask);
}

export function peaks({ of, ...ask }: MeasuredQuery<'peaks'>): Peak[] {
  const window = finer(ask.window, ask.places);
  if (of === 'each') return series({ ...ask, window }).map(peakOf);
  return ask.measures.map((measure) => {
    const lines = ask.places.flatMap((place) => linesOf(place, { ...ask, window }, [measure]));
    return peakOf({ siteId: '', measure, values: sumOf(lines, window.points) });
  });
}

/** A range minute by minute, as far as so many places allow. */
function finer(window: Window, places: readonly Place[]): Window {
  const most = Math.floor(MOST_READINGS / Math.max(1, linkCount(places)));
  return { ...window, points: Math.max(window.points, Math.min(most, Math.ceil((window.to - window.from) / MINUTE))) };
}

export function histogram(ask: MeasuredQuery<'histogram'>): Distribution {
  return histogramOf(series({ ...ask, measures: [ask.measure] }), ask.bounds);
}

type Seen = Pick<Ask, 'window' | 'link'> & { now: number };

function linesOf(place: Place, { window, link, now }: Seen, measures: readonly Measure[]): Line[] {
  const times = instantsOf(window);
  const incidents = incidentsAt(place, window.from, window.to);
  const absences = place.deviceId === undefined ? [] : absencesOf(place.deviceId, window.from, window.to);
  const reason = gapOf(place, window);
  const line = (measure: Measure, read: (at: number) => number | undefined): Omit<Line, 'siteId'> => {
    const silence = silenceOf(place, measure);
    const isThere = (at: number): boolean => at < place.silentFrom && !isAway(absences, at);
    const values = times.map((at) => (at > now ? null : ((isThere(at) ? read(at) : silence) ?? null)));
    return { measure, values, ...(reason && values.every((value) => value === null) ? { gap: reason } : {}) };
  };
  const { siteId, deviceId } = place;
  const ofLinks = circuitsOf(place, link).flatMap((circuit) =>
    measures
      .filter(isOfLink)
      .filter((measure) => isMeasuredAt(circuit, measure))
      .map((measure) => ({ siteId, link: circuit.name, ...line(measure, (at) => ofLink(circuit, measure, at, incidents)) })),
  );
  const ofDevice = measures.flatMap((measure) =>
    isOfLink(measure) || deviceId === undefined
      ? []
      : [{ siteId, ...line(measure, (at) => ofDeviceAt(deviceId, place, measure, at, incidents)) }],
  );
  return [...ofLinks, ...ofDevice];
}

/** Loss is counted from the other end: a device that went away loses everything, one that never ran has nothing to lose. */
function silenceOf({ silentFrom, deviceId }: Place, measure: Measure): number | undefined {
  if (silentFrom === 0 || deviceId === undefined) return undefined;
  return measure === 'loss' ? 100 : measure === 'availability' ? 0 : undefined;
}

function ofLink(circuit: Circuit, measure: LinkMeasure, at: number, incidents: readonly Incident[]): number | undefined {
  const rate = (direction: 'tx' | 'rx'): number => Math.round(rateAt(circuit, direction, at, incidents) * MBPS);
  const saas = (): number =>
    applicationShares(circuit.key, at, circuit.pulse).reduce((sum, each) => sum + (each.category === 'saas' ? each.share : 0), 0);
  switch (measure) {
    case 'tx':
    case 'rx':
      return rate(measure);
    case 'e2eTx':
      return Math.round(rate('tx') * (1 - saas()));
    case 'e2eRx':
      return Math.round(rate('rx') * (1 - saas()));
    case 'saasRx':
      return Math.round(rate('rx') * saas());
    case 'latency':
      return latencyAt(circuit, at, incidents);
    case 'jitter':
      return jitterAt(circuit, at, incidents);
    case 'loss':
      return lossAt(circuit, at, incidents);
    case 'availability':
      return isDown(circuit, at, incidents) ? 0 : 100;
    default:
      return signalAt(circuit, at, incidents)[measure];
  }
}

function ofDeviceAt(deviceId: string, place: Place, measure: DeviceMeasure, at: number, incidents: readonly Incident[]): number {
  const pulse = pulseOf(place);
  // somebody is always there: printers, cameras
  if (measure === 'terminals') return Math.round(terminalsOf(place.siteId).length * (0.3 + 0.7 * activity(pulse, at)));
  return systemAt(deviceId, pulse, at, incidents)[measure];
}
