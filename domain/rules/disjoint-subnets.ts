import { textOf } from '#domain/rules/cells.ts';
import type { Rule } from '#domain/rules/rule.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';
import { sweep } from '#domain/formats/sweep.ts';

/**
 * Subnets do not overlap (spec 5: subnets across LANs are not duplicated; coincidence). `over` selects addresses with
 * masks (`lan[].lanIp`, `lan[].mask`) or networks in one text (`prefixes[]`). With level confirm it asks (spec 8: intranet conflict).
 * `at`: the property that is at fault, whichever comes first. `across`: only subnets of different properties are compared; those of one property have a rule of their own.
 */
export const disjointSubnets: Rule = {
  name: 'disjointSubnets',
  options: ['across', 'at'],
  check(rows, options) {
    // outer values that several rows repeat are one segment
    const segments = [...new Map(rows.flatMap(segmentsOf).map((segment) => [segment.cell.pointer, segment])).values()];
    const faulty = textOf(options['at'])?.replace(/^|\./g, '/');
    const { duplicates, overlaps } = sweep({
      lows: segments.map(({ range }) => range.low),
      highs: segments.map(({ range }) => range.high),
      lines: segments.map((_, index) => index),
    });
    return [...duplicates, ...overlaps]
      .toSorted((a, b) => a.line - b.line)
      .flatMap(({ line, other }) => {
        const [later, earlier] = [segments[line], segments[other]];
        if (!later || !earlier) return [];
        if (options['across'] === true && pathOf(later.cell.pointer) === pathOf(earlier.cell.pointer)) return [];
        const [wrong, right] = pathOf(earlier.cell.pointer) === faulty ? [earlier, later] : [later, earlier];
        const params = { subnet: networkText(wrong), other: networkText(right), at: right.cell.pointer };
        return [{ pointer: wrong.cell.pointer, code: 'rule.disjointSubnets.overlap', params }];
      });
  },
};

function pathOf(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
