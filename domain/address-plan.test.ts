import { expect, test } from 'vitest';
import { parseCidr } from '#domain/formats/cidr.ts';
import type { Range } from '#domain/formats/ip.ts';
import { freeSubnets, takenShares } from './address-plan.ts';

function range(text: string): Range {
  const parsed = parseCidr(text);
  if ('code' in parsed) throw new Error(text);
  return parsed.range;
}
const taken = (...all: string[]): Range[] => all.map(range);

test.each([
  ['10.0.0.0/8', 24, [], ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24']],
  ['10.0.0.0/8', 24, ['10.0.0.0/24', '10.0.2.0/25'], ['10.0.1.0/24', '10.0.3.0/24', '10.0.4.0/24']],
  // a hole that is too small is no place
  ['10.0.0.0/22', 24, ['10.0.0.128/25', '10.0.1.0/25', '10.0.2.0/26'], ['10.0.3.0/24']],
  ['10.0.0.0/24', 24, ['10.0.0.7/32'], []],
  ['10.0.0.0/24', 25, ['10.0.0.7/32'], ['10.0.0.128/25']],
  // in the order in which they come, within each other, and around the space
  ['10.0.0.0/22', 24, ['10.0.2.0/24', '10.0.0.0/24', '10.0.0.0/25'], ['10.0.1.0/24', '10.0.3.0/24']],
  ['10.1.0.0/16', 17, ['10.0.0.0/8'], []],
  ['192.168.0.0/16', 16, [], ['192.168.0.0/16']],
  ['255.255.255.0/24', 26, ['255.255.255.0/26'], ['255.255.255.64/26', '255.255.255.128/26', '255.255.255.192/26']],
  ['10.0.0.0/16', 8, [], []],
] as const)('free in %s of /%i without %j: %j', (within, prefix, held, free) => {
  expect(freeSubnets(range(within), prefix, taken(...held), 3)).toEqual(free);
});

test('what is free meets nothing that is taken, however it lies', () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; round++) {
    const held = Array.from({ length: 12 }, () => {
      const prefix = 18 + random(13);
      const step = 2 ** (32 - prefix);
      const at = Math.floor(random(65536) / step) * step;
      return `10.1.${Math.floor(at / 256)}.${at % 256}/${prefix}`;
    });
    const prefix = 18 + random(10);
    const ranges = taken(...held);
    const free = freeSubnets(range('10.1.0.0/16'), prefix, ranges, 1e6);
    const all = freeSubnets(range('10.1.0.0/16'), prefix, [], 1e6);
    const meets = ({ low, high }: Range): boolean => ranges.some((each) => each.low <= high && low <= each.high);
    expect(free).toEqual(all.filter((text) => !meets(range(text))));
  }
});

test('the shares of a space that are taken', () => {
  expect(takenShares(range('10.0.0.0/8'), taken('10.0.0.0/9', '10.64.0.0/10', '10.192.0.0/10', '192.168.0.0/16'))).toEqual([
    { from: 0, to: 0.5 },
    { from: 0.75, to: 1 },
  ]);
});
