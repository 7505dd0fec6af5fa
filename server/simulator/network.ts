import { seedOf, share } from '#server/kernel/draw.ts';
import { type Incident, incidentsOf } from '#server/simulator/incidents.ts';
import type { Pulse } from '#server/simulator/rhythm.ts';
import type { Circuit } from '#server/simulator/traffic.ts';
import type { Link, Place } from '#server/telemetry/port.ts';

/** The ports of a site as the simulation sees them; `only`: that of this name. */
export function circuitsOf(place: Place, only = ''): Circuit[] {
  const pulse = pulseOf(place);
  return place.links.filter((link) => only === '' || link.name === only).map((link) => circuitOf(place.siteId, pulse, link));
}

/** What goes wrong at a place in a range. */
export function incidentsAt({ deviceId }: Place, from: number, to: number): Incident[] {
  return deviceId === undefined ? [] : incidentsOf(deviceId, from, to);
}

function circuitOf(siteId: string, pulse: Pulse, { name, number, up, down, cellular }: Link): Circuit {
  const key = `${siteId}/${name}`;
  const distance = (cellular ? 32 : 5) + 34 * share(seedOf(key), 7) ** 2;
  return { key, name, number, pulse, up, down, backup: number > 1, cellular, distance };
}

export function pulseOf({ siteMode, name }: Pick<Place, 'siteMode' | 'name'>): Pulse {
  if (siteMode === 'cloudGateway') return 'machine';
  return /门店|store|shop/i.test(name) ? 'store' : 'office';
}
