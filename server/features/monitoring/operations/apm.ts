import type { Entities } from '#generated/server/entities.ts';
import type { MeasuredRange, MeasuredSeries, MeasuredTarget } from '#generated/server/stored.ts';
import { windowOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';
import { type Call, type Handlers, read } from '#server/kernel/handler.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import { timestamp } from '#server/store/clock.ts';
import { targetMeasures } from '#server/features/monitoring/apm-figures.ts';
import type { TargetMeasure } from '#server/telemetry/port.ts';

const MOST_TARGETS = 1000;
const unitOf: Readonly<Record<TargetMeasure, MeasuredSeries['unit']>> = {
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
  errorRate: '%',
  throughput: 'rpm',
  apdex: '1',
};

type Measured = { range: MeasuredRange; targets: MeasuredTarget[] };
type TimedCall = Pick<Call, 'services'> & { query: { startTime?: string; endTime?: string; option?: number; points?: number } };

/** What was measured of applications over time (spec 2). */
export const apm = {
  getApmMeasurements: read(async (call) => {
    const { services, handle, query } = call;
    const { apmTargetId: ids = [], category = [], state = [] } = query;
    const found = await handle.docs(services.store.spec('ApmTarget'), {
      where: {
        ...(ids.length > 0 ? { id: ids } : {}),
        ...(category.length > 0 ? { category } : {}),
        ...(state.length > 0 ? { state } : {}),
      },
      sort: [{ path: 'name', descending: false }],
      skip: 0,
      limit: MOST_TARGETS,
    });
    return { body: await measured(call, found) };
  }),

  getApmTargetMeasurements: read(async (call) => {
    const spec = call.services.store.spec('ApmTarget');
    const { doc } = await findItem(spec, call, (id) => call.handle.get(spec, id));
    return { body: { ...(await measured(call, [doc])), more: { operation: 'getApmMeasurements', query: { apmTargetId: doc.id } } } };
  }),
} satisfies Handlers;

async function measured(call: TimedCall, found: readonly Entities['ApmTarget'][]): Promise<Measured> {
  const { telemetry } = call.services;
  const window = windowOf(call, found.length * targetMeasures.length);
  const lines = await telemetry.targets({
    targets: found.map(({ id, name, url }) => ({ id, name, url })),
    window,
    measures: targetMeasures,
  });
  const byTarget = Map.groupBy(lines, ({ id }) => id);
  const { source } = telemetry;
  return {
    range: {
      from: timestamp(window.from),
      to: timestamp(window.to),
      points: window.points,
      source,
      ...(source === 'none' ? { gap: 'notConfigured' } : {}),
    },
    targets: found.map(({ id, name }) => ({
      targetId: id,
      target: name,
      series: (byTarget.get(id) ?? []).map(({ measure, values, gap }) =>
        seriesRow({ name: measure, unit: unitOf[measure], values, gap }, { window }),
      ),
    })),
  };
}
