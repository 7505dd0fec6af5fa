import { type Json } from '#domain/model.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { type Incident, incidentsOf } from '#server/simulator/incidents.ts';
import { type Pulse } from '#server/simulator/rhythm.ts';
import { type Circuit } from '#server/simulator/traffic.ts';

type Doc = Record<string, Json>;
type WanPort = { logicName?: string; medium?: string; bandwidth?: { up?: number; down?: number } };

/** A site as the simulation sees it: its circuits, and since when its device is silent. */
export type Place = {
  siteId: string;
  name: string;
  city: string;
  /** Absent where the site names no serial. */
  sn?: string;
  deviceId?: string;
  pulse: Pulse;
  circuits: Circuit[];
  /** Milliseconds; nothing was measured from here on (0: never anything). */
  silentFrom: number;
};

/** Default bandwidth of an interface (spec 9), Mbps. */
const DEFAULT_BANDWIDTH = 1000;

/** What stands at a site, from its document and that of its primary device. */
export function placeOf(site: Doc, device: Doc | undefined): Place {
  const siteId = String(site.siteId);
  const pulse = pulseOf(site);
  const ports = (site.wan as WanPort[] | undefined) ?? [];
  return {
    siteId,
    name: String(site.name),
    city: String(site.city ?? ''),
    ...(typeof site.sn === 'string' && site.sn !== '' ? { sn: site.sn } : {}),
    ...(device ? { deviceId: String(device.deviceId) } : {}),
    pulse,
    circuits: ports.map((port, index) => circuitOf(siteId, pulse, port, index)),
    silentFrom: silentFrom(device),
  };
}

/** What goes wrong at a place in a range. */
export function incidentsAt({ deviceId }: Place, from: number, to: number): Incident[] {
  return deviceId === undefined ? [] : incidentsOf(deviceId, from, to);
}

function circuitOf(siteId: string, pulse: Pulse, port: WanPort, index: number): Circuit {
  const name = port.logicName ?? `WAN${index + 1}`;
  const key = `${siteId}/${name}`;
  return {
    key,
    name,
    number: index + 1,
    pulse,
    up: port.bandwidth?.up ?? DEFAULT_BANDWIDTH,
    down: port.bandwidth?.down ?? DEFAULT_BANDWIDTH,
    backup: index > 0,
    cellular: port.medium === 'cellular',
    distance: (port.medium === 'cellular' ? 32 : 5) + 34 * share(seedOf(key), 7) ** 2,
  };
}

function pulseOf(site: Doc): Pulse {
  if (site.siteMode === 'cloudGateway') return 'machine';
  return /门店|store|shop/i.test(String(site.name)) ? 'store' : 'office';
}

/** A device that reports goes on; one that is away was last seen then; one that never ran has nothing to tell. */
function silentFrom(device: Doc | undefined): number {
  const state = device?.state;
  if (state === 'ONLINE' || state === 'EXCEPTION') return Infinity;
  const seen = device?.lastSeenAt;
  return typeof seen === 'string' ? Date.parse(seen) : 0;
}
