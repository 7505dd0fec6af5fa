import type { AlarmMeasure, MeasuredSeries } from '#generated/server/stored.ts';
import { marksOf, measuresFor, readingsOf } from '#server/features/alarm/index.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import { placesOf } from '#server/features/site/index.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import { timestamp } from '#server/store/clock.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';

const MINUTE = 60_000;
const BEFORE = 30 * MINUTE;
const AFTER = 15 * MINUTE;
/** Of one that goes on firing the beginning is shown. */
const LONGEST = 24 * 60 * MINUTE;
const POINTS = 180;

const units: Readonly<Partial<Record<AlarmMeasure, MeasuredSeries['unit']>>> = {
  latency: 'ms',
  jitter: 'ms',
  signal: 'dBm',
  temperature: '°C',
};

/** The values behind an alarm of a threshold, from before it began until after it was over. */
export const alertMeasurements = {
  getAlertMeasurements: read(async (call) => {
    const { services, handle, language } = call;
    const { store, clock, telemetry } = services;
    const spec = store.spec('Alert');
    const { doc: alert } = await findItem(spec, call, (id) => handle.get(spec, id));
    const { measure, link, neId = '', companyId } = alert;
    const now = clock.now();
    const begin = Date.parse(alert.since ?? alert.raisedAt);
    const end = alert.resolvedAt === undefined ? now : Math.min(now, Date.parse(alert.resolvedAt) + AFTER);
    const from = begin - BEFORE;
    const window = { from, to: Math.min(end, from + LONGEST), points: POINTS };
    const { source } = telemetry;
    const range = {
      from: timestamp(window.from),
      to: timestamp(window.to),
      points: POINTS,
      source,
      ...(source === 'none' ? { gap: 'notConfigured' as const } : {}),
    };
    if (measure === undefined) return { body: { range, series: [] } };
    const places = await placesOf(services, handle, companyId, [{ path: 'siteId', in: [neId] }]);
    const lines = await telemetry.series({ places, window, measures: measuresFor([measure]), link });
    const marks = await marksOf(services, handle, { companyId, siteIds: [neId], ...window, language });
    const series = places
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
    return { body: { range, series } };
  }),
} satisfies Handlers;
