import { describe, expect, test } from 'vitest';

import { complement, holds, isInside, spaceOf, union } from '#domain/packets/address-space.ts';
import { coveredRules, covers } from '#domain/packets/cover.ts';
import { explain, firstMatch } from '#domain/packets/match.ts';
import { naiveMatch } from '#domain/packets/naive.fixture.ts';
import type { Packet } from '#domain/packets/packet.ts';
import { randomPacket, randomRules, randomSets, stream } from '#domain/packets/random.fixture.ts';
import { type AddressSets, type ReadRule, readRules, type RuleDocument } from '#domain/packets/rule.ts';

const none: AddressSets = new Map();
const packet = (more: Partial<Packet> = {}): Packet => ({
  source: '10.1.0.9',
  destination: '203.0.113.9',
  protocol: 6,
  srcPort: 40_000,
  dstPort: 443,
  at: '2026-03-02T09:30',
  siteId: 's1',
  ...more,
});
const rule = (more: Partial<RuleDocument> = {}): RuleDocument => ({ id: 'r', priority: 1, ...more });
const read = (more: Partial<RuleDocument>, sets: AddressSets = none): ReadRule => readRules([rule(more)], sets)[0] as ReadRule;

/** Why a lone rule does not fit, `fits` when it does. */
function outcome(more: Partial<RuleDocument>, seen: Partial<Packet> = {}, sets: AddressSets = none): string {
  return explain(readRules([rule(more)], sets), packet(seen))[0]?.mismatch ?? 'fits';
}

describe('a packet and a rule', () => {
  test('each condition by itself', () => {
    expect(outcome({})).toBe('fits');
    expect(outcome({ enable: false })).toBe('disabled');
    expect([outcome({ siteIds: ['s1'] }), outcome({ siteIds: ['s2'] }), outcome({ siteIds: [] }, { siteId: undefined })]).toEqual([
      'fits',
      'site',
      'fits',
    ]);
    expect([outcome({ srcZone: 'z' }), outcome({ srcZone: 'z' }, { srcZone: 'z' }), outcome({ dstZone: 'z' })]).toEqual([
      'srcZone',
      'fits',
      'dstZone',
    ]);
    expect([outcome({ protocol: 17 }), outcome({ protocol: 6 })]).toEqual(['protocol', 'fits']);
    expect([outcome({ protocol: 2048 }), outcome({ protocol: 2048 }, { source: '2001:db8::1', destination: '2001:db8::2' })]).toEqual([
      'fits',
      'protocol',
    ]);
    expect([outcome({ applications: ['zoom'] }), outcome({ applications: ['zoom'] }, { application: 'zoom' })]).toEqual([
      'application',
      'fits',
    ]);
    expect(outcome({ categories: ['game'] }, { application: 'steam', categories: ['game'] })).toBe('fits');
    expect([
      outcome({ domains: ['x.example'] }, { domain: 'a.X.example' }),
      outcome({ domains: ['x.example'] }, { domain: 'ax.example' }),
    ]).toEqual(['fits', 'application']);
  });

  test('addresses: networks, ranges, sets, those of single sites, and all but these', () => {
    const source = (addresses: string[], invert = false) => ({ source: { kind: 'address', addresses, invert } });
    expect([outcome(source(['10.1.0.0/24'])), outcome(source(['10.1.0.0/24'], true))]).toEqual(['fits', 'source']);
    expect([outcome(source(['10.1.0.1-10.1.0.8'])), outcome(source(['10.1.0.1-10.1.0.8'], true))]).toEqual(['source', 'fits']);
    const sets: AddressSets = new Map([
      ['a', { rules: ['203.0.113.0/24', 'shop.example'], siteRules: [{ siteId: 's2', rules: ['198.51.100.1'] }] }],
    ]);
    const destination = (invert = false) => ({ destination: { kind: 'addressSet', addressSet: 'a', invert } });
    expect([outcome(destination(), {}, sets), outcome(destination(true), {}, sets)]).toEqual(['fits', 'destination']);
    const own = { destination: '198.51.100.1' };
    expect([outcome(destination(), { ...own, siteId: 's2' }, sets), outcome(destination(), own, sets)]).toEqual(['fits', 'destination']);
    expect(outcome(destination(), { destination: '192.0.2.1', domain: 'www.shop.example' }, sets)).toBe('fits');
    expect([
      outcome({ source: { kind: 'addressSet', addressSet: 'gone' } }),
      outcome({ source: { kind: 'addressSet', addressSet: 'gone', invert: true } }),
    ]).toEqual(['source', 'fits']);
  });

  test('ports are those of TCP and UDP', () => {
    const ports = (dstPorts: string, dstPortsInvert = false) => ({ dstPorts, dstPortsInvert });
    expect([outcome(ports('80,440-450')), outcome(ports('80')), outcome(ports('80', true)), outcome(ports('443', true))]).toEqual([
      'fits',
      'dstPorts',
      'fits',
      'dstPorts',
    ]);
    expect(outcome(ports('80', true), { protocol: 1, dstPort: undefined })).toBe('dstPorts');
    expect([outcome({ srcPorts: '1024-65535' }), outcome({ srcPorts: '1-1023' })]).toEqual(['fits', 'srcPorts']);
  });

  test('time: weekdays, days of the month, dates, begin and end', () => {
    const at = (timeRange: RuleDocument['timeRange'], moment: string) => outcome({ timeRange }, { at: moment });
    const weekday = { kind: 'weekday', weekdays: [1, 7], startTime: '09:00', endTime: '18:00' };
    expect([
      at(weekday, '2026-03-02T09:00'),
      at(weekday, '2026-03-02T18:00'),
      at(weekday, '2026-03-01T17:59'),
      at(weekday, '2026-03-03T10:00'),
    ]).toEqual(['fits', 'time', 'fits', 'time']);
    const monthday = { kind: 'monthday', monthdays: [1, 31] };
    expect([at(monthday, '2026-03-31T23:59'), at(monthday, '2026-03-30T00:00')]).toEqual(['fits', 'time']);
    const dates = { kind: 'dates', startDate: '2026-03-01', endDate: '2026-03-02', startTime: '22:00', endTime: '06:00' };
    expect([
      at(dates, '2026-03-01T21:59'),
      at(dates, '2026-03-01T23:00'),
      at(dates, '2026-03-02T05:59'),
      at(dates, '2026-03-02T06:00'),
    ]).toEqual(['time', 'fits', 'fits', 'time']);
  });

  test('the first by priority decides, then by id; why the earlier ones do not is told', () => {
    const rules = readRules(
      [
        rule({ id: 'c', priority: 3 }),
        rule({ id: 'b', priority: 2, protocol: 17 }),
        rule({ id: 'd', priority: 3 }),
        rule({ id: 'a', priority: 1, enable: false }),
      ],
      none,
    );
    expect(explain(rules, packet()).map((step) => [step.rule.id, step.mismatch])).toEqual([
      ['a', 'disabled'],
      ['b', 'protocol'],
      ['c', undefined],
    ]);
    expect(firstMatch(rules, packet())?.id).toBe('c');
    expect(firstMatch([], packet())).toBeUndefined();
  });
});

describe('10,000 random packets', () => {
  test('the matcher and a naive one say the same', () => {
    const random = stream(20_260_302);
    let matched = 0;
    const reasons = new Set<string>();
    for (let table = 0; table < 50; table++) {
      const sets = randomSets(random);
      const documents = randomRules(random, sets);
      const rules = readRules(documents, sets);
      for (let count = 0; count < 200; count++) {
        const seen = randomPacket(random);
        const expected = naiveMatch(documents, sets, seen);
        const found = firstMatch(rules, seen)?.id;
        if (found !== expected) expect({ found, seen, documents }).toEqual({ found: expected, seen, documents });
        if (found !== undefined) matched++;
        for (const { mismatch } of explain(rules, seen)) if (mismatch) reasons.add(mismatch);
      }
    }
    // every kind of condition has decided something
    expect([...reasons].toSorted()).toEqual(['destination', 'disabled', 'dstPorts', 'protocol', 'site', 'source', 'srcPorts', 'time']);
    // neither everything nor nothing
    expect(matched).toBeGreaterThan(2000);
    expect(matched).toBeLessThan(9500);
  });

  test('a rule that is covered never decides', () => {
    const random = stream(7);
    let found = 0;
    for (let table = 0; table < 100; table++) {
      const sets = randomSets(random);
      const rules = readRules(randomRules(random, sets, 40), sets);
      const dead = new Set(coveredRules(rules).map(({ rule: each }) => each.id));
      found += dead.size;
      for (let count = 0; count < 100; count++) {
        const decided = firstMatch(rules, randomPacket(random))?.id;
        expect(decided === undefined || !dead.has(decided)).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});

describe('coverage', () => {
  const sets: AddressSets = new Map([['a', { rules: ['10.0.0.0/8'], siteRules: [{ siteId: 's1', rules: ['172.16.0.1'] }] }]]);
  const set = { kind: 'addressSet', addressSet: 'a' };
  const addresses = (...lines: string[]) => ({ kind: 'address', addresses: lines });

  test.each<[Partial<RuleDocument>, Partial<RuleDocument>, boolean]>([
    [{}, { protocol: 6, dstPorts: '443' }, true],
    [{ protocol: 6 }, {}, false],
    [{ protocol: 6, dstPorts: '1-100' }, { protocol: 6, dstPorts: '20,30-40' }, true],
    [{ protocol: 6, dstPorts: '1-50,51-100' }, { protocol: 6, dstPorts: '40-60' }, true],
    [{ protocol: 6, dstPorts: '22', dstPortsInvert: true }, { protocol: 6, dstPorts: '23-80' }, true],
    [{ protocol: 6, dstPorts: '22', dstPortsInvert: true }, { protocol: 6, dstPorts: '1-80' }, false],
    [{ siteIds: ['s1', 's2'] }, { siteIds: ['s1'] }, true],
    [{ siteIds: ['s1'] }, {}, false],
    [{ source: addresses('10.0.0.0/25', '10.0.0.128/25') }, { source: addresses('10.0.0.0/24') }, true],
    [{ source: addresses('10.0.0.0/24') }, { source: addresses('10.0.0.0/23') }, false],
    [{ source: { ...addresses('10.0.0.0/8'), invert: true } }, { source: addresses('192.0.2.0/24', '2001:db8::/32') }, true],
    [{ source: set }, { source: set }, true],
    [{ source: set }, { source: addresses('10.2.0.0/16') }, true],
    [{ source: addresses('10.0.0.0/8') }, { source: set }, false],
    [{ source: { ...set, invert: true } }, { source: addresses('172.16.0.1') }, false],
    [
      { timeRange: { kind: 'weekday', weekdays: [1, 2, 3] } },
      { timeRange: { kind: 'weekday', weekdays: [2], startTime: '08:00', endTime: '09:00' } },
      true,
    ],
    [{ timeRange: { kind: 'weekday', weekdays: [1, 2, 3] } }, {}, false],
    [{ applications: ['zoom', 'teams'] }, { applications: ['zoom'] }, true],
    [{ applications: ['zoom'] }, { categories: ['meeting'] }, false],
    [{ srcZone: 'a' }, { srcZone: 'a', dstZone: 'b' }, true],
  ])('%j covers %j: %s', (outer, inner, expected) => {
    expect(covers(read(outer, sets), read(inner, sets))).toBe(expected);
  });

  test('rules that are off neither cover nor are covered', () => {
    const rules = readRules(
      [rule({ id: 'a', priority: 1, enable: false }), rule({ id: 'b', priority: 2 }), rule({ id: 'c', priority: 3 })],
      none,
    );
    expect(coveredRules(rules).map(({ rule: each, by }) => [each.id, by.id])).toEqual([['c', 'b']]);
  });
});

describe('address spaces', () => {
  test('the complement has what is outside, twice turned it is the same', () => {
    const space = spaceOf(['0.0.0.0-9.255.255.255', '10.0.0.0/8', '255.255.255.255', '2001:db8::/32']);
    const rest = complement(space);
    for (const [address, inside] of [
      ['9.1.1.1', true],
      ['11.0.0.0', false],
      ['255.255.255.255', true],
      ['255.255.255.254', false],
      ['2001:db8::1', true],
      ['::1', false],
    ] as const)
      expect([address, isInside(space, address), isInside(rest, address)]).toEqual([address, inside, !inside]);
    expect(complement(rest).ranges).toEqual(space.ranges);
    expect([holds(union(space, rest), spaceOf(['0.0.0.0/0', '::/0'])), holds(space, rest)]).toEqual([true, false]);
  });
});
