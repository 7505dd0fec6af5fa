import { isOfLink, type Line, linksOf, noValues, type Telemetry } from '#server/telemetry/port.ts';

/** An installation without telemetry: everything is there, and nothing of it was measured. */
export const noTelemetry: Telemetry = {
  source: 'none',
  lag: 0,
  silence: Infinity,
  series: ({ places, measures, window, link }) =>
    Promise.resolve(
      places.flatMap((place) =>
        measures.flatMap((measure): Line[] => {
          const { siteId, deviceId } = place;
          const line = { measure, values: noValues(window), gap: 'notConfigured' as const };
          if (!isOfLink(measure)) return deviceId === undefined ? [] : [{ siteId, ...line }];
          return linksOf(place, measure, link).map(({ name }) => ({ siteId, link: name, ...line }));
        }),
      ),
    ),
  total: ({ measures, window }) =>
    Promise.resolve(measures.map((measure) => ({ measure, values: noValues(window), gap: 'notConfigured' }))),
  async summary(ask) {
    const lines = await noTelemetry.series(ask);
    return lines.map(({ values: _values, ...line }) => ({ ...line, part: 0 }));
  },
  peaks: () => Promise.resolve([]),
  latest: ({ at, ...ask }) => noTelemetry.summary({ ...ask, window: { from: at, to: at, points: 1 } }),
  seen: () => Promise.resolve(new Map()),
  applications: () => Promise.resolve([]),
  flows: ({ window }) => Promise.resolve({ rows: [], values: noValues(window), gap: 'notConfigured' }),
  probes: ({ probes }) =>
    Promise.resolve(probes.map(({ taskId, place }) => ({ taskId, siteId: place.siteId, gap: 'notConfigured' as const }))),
  targets: ({ targets, window, measures }) =>
    Promise.resolve(
      targets.flatMap(({ id }) => measures.map((measure) => ({ id, measure, values: noValues(window), gap: 'notConfigured' as const }))),
    ),
  top: () => Promise.resolve([]),
  histogram: () => Promise.resolve({ counts: [], gap: 'notConfigured' }),
  close: () => Promise.resolve(),
};
