import { categoryOf } from '#domain/packets/applications.ts';
import type { Packet } from '#domain/packets/packet.ts';
import type { Random } from '#server/simulator/random.ts';

/** A place that connections start from: a network behind a device, with the zones it lies between. */
export type Origin = { siteId: string; network: string; srcZone?: string; dstZone?: string };

/** A packet and how many connections look like it. */
export type Flow = { packet: Packet; connections: number };

const services: readonly [protocol: number, port: number, application?: string][] = [
  [6, 443],
  [6, 443, 'office365'],
  [6, 443, 'zoom'],
  [6, 443, 'douyin'],
  [6, 80],
  [17, 53, 'dns'],
  [17, 123, 'ntp'],
  [6, 22, 'ssh'],
  [6, 23, 'telnet'],
  [6, 445, 'smb'],
  [6, 1433, 'sqlServer'],
  [6, 3306, 'mysql'],
  [6, 8080, 'sap'],
  [6, 25, 'outlook'],
  [17, 5060, 'sip'],
  [6, 6881, 'bitTorrent'],
  [6, 27_015, 'steam'],
  [1, 0],
  [47, 0],
  [50, 0],
];

/** Some connections of a company: most to the internet, some to its own networks, a few from outside to inside. */
export function flowsFrom(origins: readonly Origin[], count: number, at: string, random: Random): Flow[] {
  if (origins.length === 0) return [];
  return Array.from({ length: count }, () => {
    const origin = random.pick(origins);
    const inward = random.chance(0.15);
    const inside = hostIn(origin.network, random);
    const outside = random.chance(0.3) ? hostIn(random.pick(origins).network, random) : outer(random);
    const zones = inward ? { srcZone: origin.dstZone, dstZone: origin.srcZone } : { srcZone: origin.srcZone, dstZone: origin.dstZone };
    const [protocol, port, application] = random.pick(services);
    const category = application === undefined ? undefined : categoryOf(application);
    const packet: Packet = {
      source: inward ? outside : inside,
      destination: inward ? inside : outside,
      protocol,
      ...(port === 0 ? {} : { srcPort: random.int(1024, 65_535), dstPort: port }),
      at,
      siteId: origin.siteId,
      ...Object.fromEntries(Object.entries(zones).filter(([, zone]) => zone !== undefined)),
      ...(application === undefined ? {} : { application }),
      ...(category === undefined ? {} : { categories: [category] }),
    };
    return { packet, connections: random.int(1, 60) };
  });
}

/** `10.1.0.1` is in the network of 256 whose other hosts this is one of. */
function hostIn(network: string, random: Random): string {
  return network.replace(/\d+$/, String(random.int(2, 254)));
}

/** Somewhere on the internet; sometimes among the addresses that nobody wants. */
function outer(random: Random): string {
  const [net, wide] = random.pick([
    ['203.0.113', false],
    ['198.51.100', false],
    ['45.0', true],
    ['172.28', true],
  ] as const);
  return wide ? `${net}.${random.int(0, 60)}.${random.int(1, 254)}` : `${net}.${random.int(1, 254)}`;
}
