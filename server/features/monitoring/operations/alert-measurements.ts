import type { AlarmMeasure, MeasuredSeries, MoreOf } from '#generated/server/stored.ts';
import { alarmMark, measuresFor, marksOf, readingsOf } from '#server/features/alarm/index.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import { probeSeries } from '#server/features/monitoring/operations/probes.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';
import { placesOf, type SitePlace } from '#server/features/site/index.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import { timestamp } from '#server/store/clock.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import { addsUp, type LinkMeasure, type Window } from '#server/telemetry/port.ts';

const MINUTE = 60_000;
const BEFORE = 30 * MINUTE;
const AFTER = 15 * MINUTE;
/** Of one that goes on firing the beginning is shown. */
const LONGEST = 24 * 60 * MINUTE;
const POINTS = 180;
/** Points nearer to each other than this say nothing more. */
const STEP = 5000;

type Alert = DocOf<'Alert'>;
type Around = { alert: Alert; places: readonly SitePlace[]; window: Window };
type Asking = Pick<Call, 'services' | 'handle' | 'language'>;

const units: Readonly<Partial<Record<AlarmMeasure, MeasuredSeries['unit']>>> = {
  latency: 'ms',
  jitter: 'ms',
  signal: 'dBm',
  temperature: '°C',
};
/** Whose charts have more of a measure. */
const callOf: Readonly<Record<AlarmMeasure, string>> = {
  latency: 'getCircuitQuality',
  jitter: 'getCircuitQuality',
  loss: 'getCircuitQuality',
  availability: 'getCircuitQuality',
  bandwidthLeft: 'getNetworkBandwidth',
  bandwidthUsed: 'getNetworkBandwidth',
  signal: 'getWirelessSignal',
  cpu: 'getSystemStatus',
  memory: 'getSystemStatus',
  disk: 'getSystemStatus',
  temperature: 'getSystemStatus',
};
/** What is down, or goes another way, has no value of its own: whether it is reached, and what it carries, say when it was. */
const ofReach = /^(device\.(offline|exception|restart|power)|link\.|tunnel\.|pop\.|routing\.)/;
const reach: readonly LinkMeasure[] = ['availability', 'tx', 'rx'];

/** The values behind an alarm, from before it began until after it was over, or in a part of that. */
export const alertMeasurements = {
  getAlertMeasurements: read(async (call) => {
    const { services, handle } = call;
    const { store, clock, telemetry } = services;
    const spec = store.spec('Alert');
    const { doc: alert } = await findItem(spec, call, (id) => handle.get(spec, id));
    const { neId = '', companyId } = alert;
    const now = clock.now();
    const window = windowOf(alert, call.query, now);
    const places = await placesOf(services, handle, companyId, [{ path: 'siteId', in: [neId] }]);
    const found = await seriesOf(call, { alert, places, window });
    const { source } = telemetry;
    const range = {
      from: timestamp(found.window.from),
      to: timestamp(found.window.to),
      points: found.window.points,
      source,
      ...(source === 'none' ? { gap: 'notConfigured' as const } : {}),
    };
    return { body: { range, series: found.series, ...(found.series.length > 0 ? { more: moreOf(alert) } : {}) } };
  }),
} satisfies Handlers;

function windowOf(alert: Alert, { startTime, endTime }: { startTime?: string; endTime?: string }, now: number): Window {
  const begin = Date.parse(alert.since ?? alert.raisedAt);
  const over = alert.resolvedAt === undefined ? now : Math.min(now, Date.parse(alert.resolvedAt) + AFTER);
  const from = startTime === undefined ? begin - BEFORE : Date.parse(startTime);
  const end = endTime === undefined ? over : Date.parse(endTime);
  const to = Math.max(from, Math.min(end, from + LONGEST));
  return { from, to, points: Math.min(POINTS, Math.ceil((to - from) / STEP)) };
}

async function seriesOf(call: Asking, around: Around): Promise<{ series: MeasuredSeries[]; window: Window }> {
  const { alert, window } = around;
  if (alert.measure !== undefined) return { series: await compared(call, around, alert.measure), window };
  if (alert.taskId !== undefined) {
    const task = await call.handle.get(call.services.store.spec('SlaTask'), alert.taskId);
    const [place] = around.places;
    return task && place ? probeSeries(call, { task: task.doc, place, window }) : { series: [], window };
  }
  return { series: ofReach.test(alert.code) ? await reached(call, around) : [], window };
}

/** What was compared with the threshold. */
async function compared({ services, handle, language }: Asking, around: Around, measure: AlarmMeasure): Promise<MeasuredSeries[]> {
  const { alert, places, window } = around;
  const { link, neId = '', companyId } = alert;
  const lines = await services.telemetry.series({ places, window, measures: measuresFor([measure]), link });
  const marks = await marksOf(services, handle, { companyId, siteIds: [neId], ...window, language });
  return places
    .flatMap((place) => readingsOf(measure, place, lines))
    .filter((reading) => reading.link === link)
    .map(({ values }): MeasuredSeries => {
      const gap = lines.find((line) => line.gap !== undefined)?.gap;
      const read = {
        name: measure,
        unit: units[measure] ?? '%',
        values: values.map((value) => (value === null ? null : tenths(measure === 'signal' ? -value : value))),
        gap: values.every((value) => value === null) ? gap : undefined,
      };
      return { ...seriesRow(read, { window, places }), ...marks({ siteId: neId, ...(link === undefined ? {} : { link }), measure }) };
    });
}

/** Whether a site, or its port, was reached, and what it carried; with the alarm marked in it. */
async function reached({ services, language }: Asking, { alert, places, window }: Around): Promise<MeasuredSeries[]> {
  const { telemetry, clock } = services;
  const lines = await telemetry.series({ places, window, measures: reach, link: alert.link });
  return reach.flatMap((measure): MeasuredSeries[] => {
    const own = lines.filter((line) => line.measure === measure);
    if (own.length === 0) return [];
    const values = Array.from({ length: window.points }, (_, index) => {
      const there = own.flatMap(({ values: each }) => each[index] ?? []);
      if (there.length === 0) return null;
      const sum = there.reduce((all, value) => all + value, 0);
      return tenths(addsUp(measure) ? sum : sum / there.length);
    });
    const gap = values.every((value) => value === null) ? own[0]?.gap : undefined;
    const row = { name: measure, unit: measure === 'availability' ? ('%' as const) : ('bps' as const), values, gap };
    return [{ ...seriesRow(row, { window, places, now: clock.now() }), ...alarmMark(alert, language) }];
  });
}

function moreOf({ measure, taskId, neId, link }: Alert): MoreOf {
  const operation = measure !== undefined ? callOf[measure] : taskId !== undefined ? 'getSlaProbes' : 'getCircuitQuality';
  return {
    operation,
    query: {
      ...(neId === undefined ? {} : { siteId: neId }),
      ...(taskId === undefined ? {} : { taskId }),
      ...(link === undefined ? {} : { interface: link }),
    },
  };
}
