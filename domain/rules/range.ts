import { parseIpRule } from '#domain/formats/ip-list.ts';
import { comparable, distinctCells, listOf, scalarsOf, textOf, written } from '#domain/rules/cells.ts';
import type { Rule, Violation } from '#domain/rules/rule.ts';
import { sweep } from '#domain/formats/sweep.ts';
import type { Located } from '#domain/select.ts';

type Bounds = { low: number | string; high: number | string };

/** A value lies in none of `ranges`: `['127.0.0.0/8', '169.254.0.0/16']` or `['100-199']`. Addresses are told by their look. */
export const notInRange: Rule = {
  name: 'notInRange',
  options: ['ranges'],
  check: (rows, { ranges }) => checkRanges(rows, listOf(ranges), 'rule.notInRange.inside'),
};

/**
 * A value lies in one of `ranges`; without that option, between the second and third value of its row or in the network
 * or range that the second writes (spec 5: usable addresses, DHCP pools). Option `by` as for `ascending`.
 */
export const inRange: Rule = {
  name: 'inRange',
  options: ['ranges', 'by'],
  check(rows, { ranges, by }) {
    if (ranges !== undefined) return checkRanges(rows, listOf(ranges), 'rule.inRange.outside');
    return rows.flatMap(([cell, from, to]) => {
      const bounds = to ? boundsBetween(from?.value, to.value, by) : boundsOf(from?.value);
      const range = to ? `${textOf(from?.value) ?? ''} - ${textOf(to.value) ?? ''}` : (textOf(from?.value) ?? '');
      if (!cell || !bounds) return [];
      return scalarsOf(cell).flatMap((one) => (within(keyIn(one.value, bounds, by), bounds) === false ? [outside(one, range)] : []));
    });
  },
};

/** Ranges do not overlap: `[start, end]` of each row, or one text such as `10.0.0.1-10.0.0.9` or `80-90`. Option `by` as for `ascending`. */
export const disjointRanges: Rule = {
  name: 'disjointRanges',
  options: ['by'],
  check(rows, { by }) {
    const found = rows.flatMap(([start, end]) => {
      const bounds = end ? boundsBetween(start?.value, end.value, by) : boundsOf(start?.value);
      return start && bounds
        ? [{ pointer: start.pointer, bounds, text: end ? `${textOf(start.value)} - ${textOf(end.value)}` : `${textOf(start.value)}` }]
        : [];
    });
    // numbers and addresses have no order among each other
    const kinds = Map.groupBy(found.keys(), (index) => typeof found[index]?.bounds.low);
    return [...kinds.values()]
      .flatMap((lines) => {
        const swept = sweep({
          lows: lines.map((index) => found[index]?.bounds.low ?? 0),
          highs: lines.map((index) => found[index]?.bounds.high ?? 0),
          lines,
        });
        return [...swept.duplicates, ...swept.overlaps];
      })
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, other }) => ({
        pointer: found[line]?.pointer ?? '',
        code: 'rule.disjointRanges.overlap',
        params: { range: found[line]?.text ?? '', other: found[other]?.text ?? '' },
      }));
  },
};

function checkRanges(rows: Located[][], ranges: readonly unknown[], code: 'rule.inRange.outside' | 'rule.notInRange.inside'): Violation[] {
  const all = ranges.flatMap((range) => boundsOf(range) ?? []);
  return distinctCells(rows)
    .flatMap(scalarsOf)
    .flatMap((cell) => {
      const places = all.map((bounds) => within(keyIn(cell.value, bounds, undefined), bounds));
      if (places.every((place) => place === undefined)) return [];
      const inside = places.includes(true);
      if (inside === (code === 'rule.inRange.outside')) return [];
      return [{ pointer: cell.pointer, code, params: { value: textOf(cell.value) ?? '', range: written(ranges) } }];
    });
}

function outside({ pointer, value }: Located, range: string): Violation {
  return { pointer, code: 'rule.inRange.outside', params: { value: textOf(value) ?? '', range } };
}

/** The bounds that one text writes: an address, a network, a range of addresses, a number or a range of numbers. */
function boundsOf(value: unknown): Bounds | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const numbers = /^(-?\d+)(?:-(-?\d+))?$/.exec(text);
  if (numbers) return { low: Number(numbers[1]), high: Number(numbers[2] ?? numbers[1]) };
  const range = parseIpRule(text);
  return 'low' in range ? range : undefined;
}

function boundsBetween(from: unknown, to: unknown, by: unknown): Bounds | undefined {
  const [low, high] = [comparable(from, by), comparable(to, by)];
  return low !== undefined && high !== undefined && typeof low === typeof high ? { low, high } : undefined;
}

function keyIn(value: unknown, bounds: Bounds, by: unknown): number | string | undefined {
  return comparable(value, by ?? (typeof bounds.low === 'number' ? 'number' : undefined));
}

/** Undefined when value and bounds cannot be compared. */
function within(key: number | string | undefined, { low, high }: Bounds): boolean | undefined {
  if (key === undefined || typeof key !== typeof low) return undefined;
  return low <= key && key <= high;
}
