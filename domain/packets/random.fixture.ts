import type { Packet } from '#domain/packets/packet.ts';
import type { AddressSets, RuleDocument, TimeRange } from '#domain/packets/rule.ts';

/** A whole number from 0 up to, not with, a limit; the seed determines the stream (mulberry32). */
export type Random = (limit: number) => number;

export function stream(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

const SITES = ['s1', 's2', 's3'];
const PROTOCOLS = [1, 6, 6, 6, 17, 17, 47];

/** Addresses of a few networks, so that rules and packets meet. */
function address(random: Random): string {
  return `10.${random(2)}.${random(4)}.${random(256)}`;
}

function line(random: Random): string {
  const kind = random(4);
  if (kind === 0) return address(random);
  if (kind === 1) return `10.${random(2)}.${random(4)}.0/24`;
  if (kind === 2) return `10.${random(2)}.0.0/${16 + random(3)}`;
  const [net, low] = [`10.${random(2)}.${random(4)}`, random(200)];
  return `${net}.${low}-${net}.${low + random(256 - low)}`;
}

const some = <T>(random: Random, count: number, make: (random: Random) => T): T[] => Array.from({ length: count }, () => make(random));

export function randomSets(random: Random): AddressSets {
  return new Map(
    ['a', 'b', 'c'].map((id) => [
      id,
      {
        rules: some(random, 1 + random(12), line),
        siteRules: random(2) === 0 ? [] : [{ siteId: SITES[random(3)] ?? 's1', rules: some(random, 1 + random(3), line) }],
      },
    ]),
  );
}

function match(random: Random, sets: AddressSets): RuleDocument['source'] {
  const kind = random(4);
  if (kind === 0) return { kind: 'any' };
  const invert = random(4) === 0;
  if (kind === 1) return { kind: 'addressSet', addressSet: [...sets.keys(), 'gone'][random(4)] ?? 'a', invert };
  return { kind: 'address', addresses: some(random, 1 + random(4), line), invert };
}

function ports(random: Random): string {
  return some(random, 1 + random(3), () => {
    const low = random(100);
    return random(2) === 0 ? `${low}` : `${low}-${low + random(60)}`;
  }).join(',');
}

function time(random: Random): TimeRange {
  const clock = (hours: number): string => `${String(hours).padStart(2, '0')}:${random(2) === 0 ? '00' : '30'}`;
  const window = random(2) === 0 ? {} : { startTime: clock(random(10)), endTime: clock(11 + random(12)) };
  const kind = random(3);
  if (kind === 0) return { kind: 'weekday', weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) > 0), ...window };
  if (kind === 1) return { kind: 'monthday', monthdays: some(random, 6, () => 1 + random(31)), ...window };
  const [from, length] = [1 + random(10), random(15)];
  const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`;
  return { kind: 'dates', startDate: day(from), endDate: day(from + length), ...window };
}

/** Rules with every kind of condition, in no order. */
export function randomRules(random: Random, sets: AddressSets, count = 12): RuleDocument[] {
  return Array.from({ length: count }, (_, index): RuleDocument => {
    const protocol = random(2) === 0 ? undefined : random(8) === 0 ? 2048 : PROTOCOLS[random(PROTOCOLS.length)];
    const withPorts = protocol === 6 || protocol === 17;
    return {
      id: `r${index}`,
      priority: 1 + random(20),
      enable: random(8) > 0,
      siteIds: random(3) === 0 ? SITES.filter(() => random(2) === 0) : [],
      ...(protocol === undefined ? {} : { protocol }),
      source: match(random, sets),
      destination: match(random, sets),
      ...(withPorts && random(3) === 0 ? { srcPorts: ports(random), srcPortsInvert: random(3) === 0 } : {}),
      ...(withPorts && random(2) === 0 ? { dstPorts: ports(random), dstPortsInvert: random(3) === 0 } : {}),
      ...(random(4) === 0 ? { timeRange: time(random) } : {}),
    };
  });
}

export function randomPacket(random: Random): Packet {
  const protocol = PROTOCOLS[random(PROTOCOLS.length)] ?? 6;
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    source: address(random),
    destination: address(random),
    protocol,
    ...(protocol === 6 || protocol === 17 ? { srcPort: random(160), dstPort: random(160) } : {}),
    at: `2026-03-${two(1 + random(28))}T${two(random(24))}:${two(random(60))}`,
    siteId: SITES[random(3)] ?? 's1',
  };
}
