import { type LooseHandlers, read } from '#server/kernel/handler.ts';
import { askedOf, pageOf, rangeOf, type Asked } from '#server/features/monitoring/operations/monitor-query.ts';
import {
  added,
  applicationRows,
  seriesRow,
  sharedRows,
  tenths,
  trafficStats,
} from '#server/features/monitoring/operations/monitor-traffic.ts';
import { type Place } from '#server/simulator/network.ts';
import { summaryOf } from '#server/simulator/quality.ts';
import { type Direction } from '#server/simulator/series.ts';
import { type Circuit, jitterAt, latencyAt, lossAt, signalAt, systemAt } from '#server/simulator/traffic.ts';

/** What was measured at sites, their devices and circuits (spec 2, 3, 7). */
export const monitoring = {
  getNetworkBandwidth: read(async (call) => {
    const asked = await askedOf(call);
    const port = call.query.interface ?? '';
    const chosen = (place: Place): Circuit[] => place.circuits.filter((circuit) => port === '' || circuit.name === port);
    const both = { tx: added(asked, 'tx', chosen), rx: added(asked, 'rx', chosen) };
    const directions: Direction[] = call.query.direction === 'up' ? ['tx'] : call.query.direction === 'down' ? ['rx'] : ['tx', 'rx'];
    return {
      body: {
        range: rangeOf(asked),
        series: directions.map((direction) => seriesRow(direction, both[direction])),
        traffic: trafficStats(asked, both.tx, both.rx),
        circuits: asked.places.length > 50 ? [] : sharedRows(asked, port),
      },
    };
  }),

  getApplicationBandwidth: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked), applications: applicationRows(asked, added(asked, 'tx'), added(asked, 'rx')) } };
  }),

  getCircuitQuality: read(async (call) => {
    const asked = await askedOf(call);
    const port = call.query.interface ?? '';
    const circuits = asked.places.flatMap((place) => {
      const incidents = asked.incidents(place);
      return place.circuits
        .filter((circuit) => port === '' || circuit.name === port)
        .map((circuit) => ({
          ...named(place),
          interface: circuit.name,
          series: [
            { name: 'latency', unit: 'ms', values: values(asked, place, (at) => latencyAt(circuit, at, incidents)) },
            { name: 'jitter', unit: 'ms', values: values(asked, place, (at) => jitterAt(circuit, at, incidents)) },
            { name: 'loss', unit: '%', values: values(asked, place, (at) => lossAt(circuit, at, incidents)) },
          ],
        }));
    });
    return { body: { range: rangeOf(asked), circuits } };
  }),

  getWirelessSignal: read(async (call) => {
    const asked = await askedOf(call);
    const circuits = asked.places.flatMap((place) =>
      place.circuits
        .filter((circuit) => circuit.cellular)
        .map((circuit) => {
          const incidents = asked.incidents(place);
          return {
            ...named(place),
            interface: circuit.name,
            series: [
              { name: 'rsrp', unit: 'dBm', values: values(asked, place, (at) => signalAt(circuit, at, incidents).rsrp) },
              { name: 'sinr', unit: 'dB', values: values(asked, place, (at) => signalAt(circuit, at, incidents).sinr) },
            ],
          };
        }),
    );
    return { body: { range: rangeOf(asked), circuits } };
  }),

  getSystemStatus: read(async (call) => {
    const asked = await askedOf(call);
    const units = { cpu: '%', memory: '%', disk: '%', temperature: '°C' } as const;
    const devices = asked.places.flatMap((place) => {
      const { deviceId, pulse } = place;
      if (deviceId === undefined) return [];
      const incidents = asked.incidents(place);
      const series = (Object.keys(units) as (keyof typeof units)[]).map((name) => ({
        name,
        unit: units[name],
        values: values(asked, place, (at) => systemAt(deviceId, pulse, at, incidents)[name]),
      }));
      return [{ ...named(place), interface: 'system', series }];
    });
    return { body: { range: rangeOf(asked), devices } };
  }),

  getSharedMonitoring: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked), ...pageOf(call, sharedRows(asked)) } };
  }),

  getQualityMonitoring: read(async (call) => {
    const asked = await askedOf(call);
    const rows = asked.places.flatMap((place) =>
      summaryOf(place, asked.window).map(({ circuit, latency, jitter, loss, availability, score }) => ({
        siteId: place.siteId,
        site: place.name,
        interface: circuit,
        ...(latency === undefined || jitter === undefined ? {} : { latency: tenths(latency), jitter: tenths(jitter) }),
        loss: tenths(loss),
        availability: tenths(availability),
        score,
      })),
    );
    return {
      body: {
        range: rangeOf(asked),
        ...pageOf(
          call,
          rows.toSorted((a, b) => a.score - b.score),
        ),
      },
    };
  }),
} satisfies LooseHandlers;

function named(place: Place): { siteId: string; site: string; deviceId?: string } {
  return { siteId: place.siteId, site: place.name, ...(place.deviceId === undefined ? {} : { deviceId: place.deviceId }) };
}

function values({ times }: Asked, place: Place, read: (at: number) => number | undefined): (number | null)[] {
  return times.map((at) => {
    const value = at < place.silentFrom ? read(at) : undefined;
    return value === undefined ? null : tenths(value);
  });
}
