import { type Handlers, read } from '#server/kernel/handler.ts';
import { applicationRows } from '#server/features/monitoring/operations/applications.ts';
import { circuitRows, correctionNote, ratesOf, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { askedOf, named, rangeOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { latencyHistogram, measuredRows, qualityRows } from '#server/features/monitoring/operations/quality.ts';

/** Circuits stand beside the sum of so many sites. */
const MOST_LISTED = 50;

/** What was measured at sites, their devices and circuits (spec 2, 3, 7). */
export const monitoring = {
  getNetworkBandwidth: read(async (call) => {
    const asked = await askedOf(call);
    const { interface: port, direction, trafficKind: traffic } = call.query;
    const link = port || undefined;
    const [sent, received] = await ratesOf(
      asked,
      traffic === 'e2e' ? ['e2eTx', 'e2eRx'] : traffic === 'saas' ? ['saasRx'] : ['tx', 'rx'],
      link,
    );
    const [tx, rx] = traffic === 'saas' ? [undefined, sent] : [sent, received];
    const both = trafficOf(asked, tx, rx);
    return {
      body: {
        range: rangeOf(asked, correctionNote(asked)),
        series: direction === undefined ? both.series : both.series.filter((each) => each.direction === direction),
        traffic: both.traffic,
        ...(asked.places.length > MOST_LISTED ? {} : { circuits: await circuitRows(asked, link) }),
      },
    };
  }),

  getApplicationBandwidth: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked), applications: await applicationRows(asked) } };
  }),

  getCircuitQuality: read(async (call) => {
    const asked = await askedOf(call);
    const circuits = await measuredRows(asked, ['latency', 'jitter', 'loss'], call.query.interface || undefined);
    return { body: { range: rangeOf(asked), circuits } };
  }),

  getWirelessSignal: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked), circuits: await measuredRows(asked, ['rsrp', 'sinr']) } };
  }),

  getSystemStatus: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked), devices: await measuredRows(asked, ['cpu', 'memory', 'disk', 'temperature']) } };
  }),

  getSharedMonitoring: read(async (call) => {
    const asked = await askedOf(call);
    const { keyword, skip, limit } = call.query;
    const places = named(asked.places, keyword, ({ name }) => name);
    const rows = places.flatMap((place) => place.links.map((link) => ({ ...place, links: [link] })));
    // only what the page shows is measured
    const results = await circuitRows({ ...asked, places: rows.slice(skip, skip + limit) });
    return { body: { range: rangeOf(asked), total: rows.length, results } };
  }),

  getQualityMonitoring: read(async (call) => {
    const asked = await askedOf(call);
    const { keyword, skip, limit } = call.query;
    const places = named(asked.places, keyword, ({ name }) => name);
    const [rows, latency] = await Promise.all([qualityRows({ ...asked, places }), latencyHistogram({ ...asked, places })]);
    // those of which nothing is known stand behind those that are known to be well
    const worst = rows.toSorted((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity));
    return { body: { range: rangeOf(asked), total: rows.length, results: worst.slice(skip, skip + limit), latency } };
  }),
} satisfies Handlers;
