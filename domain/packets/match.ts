import { isInside } from '#domain/packets/address-space.ts';
import type { Mismatch, Packet } from '#domain/packets/packet.ts';
import { hasPorts, type AddressMatch, type ReadRule } from '#domain/packets/rule.ts';
import { holdsAt } from '#domain/packets/time.ts';

/** Every IPv4 packet, by the number that the product gives it (spec 3). */
const IPV4 = 2048;

/** The first rule that fits a packet decides; undefined when none does. */
export function firstMatch(rules: readonly ReadRule[], packet: Packet): ReadRule | undefined {
  return rules.find((rule) => mismatchOf(rule, packet) === undefined);
}

export type Step = { rule: ReadRule; mismatch?: Mismatch };

/** How a device comes to its decision: each rule with why it does not fit, up to the one that does. */
export function explain(rules: readonly ReadRule[], packet: Packet): Step[] {
  const steps: Step[] = [];
  for (const rule of rules) {
    const mismatch = mismatchOf(rule, packet);
    steps.push(mismatch ? { rule, mismatch } : { rule });
    if (!mismatch) break;
  }
  return steps;
}

/** The first thing about a packet that a rule does not want; undefined when it fits. */
function mismatchOf(rule: ReadRule, packet: Packet): Mismatch | undefined {
  if (!rule.enable) return 'disabled';
  if (rule.sites && (packet.siteId === undefined || !rule.sites.has(packet.siteId))) return 'site';
  if (rule.srcZone !== undefined && rule.srcZone !== packet.srcZone) return 'srcZone';
  if (rule.dstZone !== undefined && rule.dstZone !== packet.dstZone) return 'dstZone';
  if (!fitsProtocol(rule.protocol, packet)) return 'protocol';
  if (rule.source && !fitsAddress(rule.source, packet.source, packet.siteId)) return 'source';
  if (rule.destination && !fitsAddress(rule.destination, packet.destination, packet.siteId, packet.domain)) return 'destination';
  if (rule.srcPorts && !fitsPorts(rule.srcPorts, packet.protocol, packet.srcPort)) return 'srcPorts';
  if (rule.dstPorts && !fitsPorts(rule.dstPorts, packet.protocol, packet.dstPort)) return 'dstPorts';
  if (rule.apps && !fitsApps(rule.apps, packet)) return 'application';
  if (rule.time && !holdsAt(rule.time, packet.at)) return 'time';
  return undefined;
}

function fitsProtocol(protocol: number | undefined, packet: Packet): boolean {
  if (protocol === undefined || protocol === packet.protocol) return true;
  return protocol === IPV4 && !packet.source.includes(':');
}

function fitsAddress({ base, bySite, invert }: AddressMatch, address: string, siteId: string | undefined, domain?: string): boolean {
  const own = siteId === undefined ? undefined : bySite.get(siteId);
  const inside = isInside(base, address, domain) || (own !== undefined && isInside(own, address, domain));
  return inside !== invert;
}

/** Ports are those of TCP and UDP; a rule that names some fits no other packet. */
function fitsPorts({ ranges, invert }: NonNullable<ReadRule['srcPorts']>, protocol: number, port: number | undefined): boolean {
  if (!hasPorts(protocol) || port === undefined) return false;
  return ranges.some(({ low, high }) => low <= port && port <= high) !== invert;
}

function fitsApps({ applications, categories, domains }: NonNullable<ReadRule['apps']>, packet: Packet): boolean {
  if (packet.application !== undefined && applications.has(packet.application)) return true;
  if (packet.categories?.some((category) => categories.has(category))) return true;
  const labels = packet.domain?.toLowerCase().split('.') ?? [];
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}
