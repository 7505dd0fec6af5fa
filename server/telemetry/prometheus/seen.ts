import type { Telemetry, Unit } from '#server/telemetry/port.ts';
import { bySites, filled } from '#server/telemetry/prometheus/by-sites.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import { queryAt } from '#server/telemetry/prometheus/query.ts';

type SeenQuery = Parameters<Telemetry['seen']>[0];

/** When devices were read last (milliseconds). */
export async function seenIn(config: PrometheusConfig, { units, from, to }: SeenQuery): Promise<Map<string, number>> {
  const { site, device } = config.labels;
  const by = device === '' ? site : `${site}, ${device}`;
  const window = { from, to, points: 1 };
  const name = (unit: Unit): string => ({ siteId: unit.siteId, name: unit.site, sn: unit.sn })[config.site];
  const key = (own: string, serial: string): string => JSON.stringify([own, serial]);
  const found = await bySites(config, [...new Set(units.map(name))], undefined, (selector) =>
    queryAt(config, `max by (${by}) (${filled(config.seen, selector, config, window)})`, to / 1000),
  );
  const newest = new Map(found.map(({ labels, values: [last] }) => [key(labels[site] ?? '', labels[device] ?? ''), last?.[1]]));
  const answer = units.flatMap((unit): [string, number][] => {
    const own = name(unit);
    // with its serial as the site's name, or in a label of its own, a device is named; else the first of its site is meant
    const at = newest.get(key(own, unit.sn)) ?? (unit.primary || config.site === 'sn' ? newest.get(key(own, '')) : undefined);
    return at === undefined ? [] : [[unit.deviceId, Math.min(to, at * 1000)]];
  });
  return new Map(answer);
}
