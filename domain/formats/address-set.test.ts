import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkAddressRule } from '#domain/formats/address-rule.ts';
import { MAX_RULES, inspectAddressSet, parseAddressSet } from '#domain/formats/address-set.ts';
import { parseIpRule } from '#domain/formats/ip-list.ts';
import { overlaps, type Range } from '#domain/formats/ip.ts';

describe('address set', () => {
  test('reports errors with line, value and code', () => {
    const report = parseAddressSet('10.0.0.1\n\n 10.0.0.1/8 \r\nexample.com\nten_\n10.0.0.9-10.0.0.2\n::1/64\n');
    expect(report.count).toBe(6);
    expect(report.errors.map(({ line, value, code }) => [line, value, code])).toEqual([
      [3, '10.0.0.1/8', 'format.cidr.hostBits'],
      [5, 'ten_', 'format.addressRule.invalid'],
      [6, '10.0.0.9-10.0.0.2', 'format.ipRange.order'],
      [7, '::1/64', 'format.cidr.hostBits'],
    ]);
  });

  test('items of a stored set are taken as they are', () => {
    expect(inspectAddressSet(['10.0.0.1', '', ' 10.0.0.2']).errors.map((error) => error.line)).toEqual([2, 3]);
  });

  test('finds duplicates across spellings, and overlaps', () => {
    const report = parseAddressSet(
      ['10.0.0.0/24', '10.0.0.0-10.0.0.255', '10.0.0.7', '10.0.1.0', 'A.com', 'a.COM', '::1', '0:0::1/128', '::/64', '0.0.0.0/0'].join(
        '\n',
      ),
    );
    expect(report.errors).toEqual([]);
    expect(report.duplicates).toEqual([
      { line: 2, other: 1 },
      { line: 6, other: 5 },
      { line: 8, other: 7 },
    ]);
    expect(report.overlaps).toEqual([
      { line: 9, other: 7 },
      { line: 10, other: 1 },
      { line: 10, other: 3 },
      { line: 10, other: 4 },
    ]);
  });

  test('neighbours do not overlap', () => {
    const report = parseAddressSet('10.0.0.0/25\n10.0.0.128/25\n10.0.1.0-10.0.1.9\n10.0.1.10');
    expect([report.overlaps, report.duplicates]).toEqual([[], []]);
  });

  test('agrees with comparing every pair', () => {
    const octet = fc.nat(7);
    const address = fc.tuple(octet, octet).map(([a, b]) => `10.0.${a}.${b}`);
    const rule = fc.oneof(
      address,
      fc.tuple(octet, fc.integer({ min: 21, max: 32 })).map(([a, prefix]) => `10.0.${a}.0/${prefix}`),
      fc.tuple(address, address).map(([a, b]) => `${a}-${b}`),
      octet.map((n) => `::${n}`),
      fc.tuple(octet, octet).map(([a, b]) => `::${a}-::${b}`),
      fc.constantFrom('a.com', 'A.com', 'b.com', 'bad_', '10.0.0'),
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 14 }), (rules) => {
        const report = inspectAddressSet(rules);
        expect(report.errors.map(({ line }) => line)).toEqual(linesWhere(rules, (text) => checkAddressRule(text) !== undefined));
        const naive = everyPair(rules);
        expect(report.duplicates.map(({ line }) => line)).toEqual(naive.duplicates);
        for (const { line, other } of report.overlaps) {
          expect(overlaps(rangeAt(rules, line), rangeAt(rules, other))).toBe(true);
          expect(rangeAt(rules, line)).not.toEqual(rangeAt(rules, other));
        }
        // a duplicate is named by its first line only
        const named = new Set(report.overlaps.flatMap(({ line, other }) => [line, other]));
        expect([...named].toSorted((a, b) => a - b)).toEqual(naive.overlapping);
      }),
      { numRuns: 2000 },
    );
  });

  test('65,535 rules, and one more is an error', () => {
    const rules = Array.from({ length: MAX_RULES }, (_, index) => `10.${(index * 7919) % 256}.${index >> 8}.${index & 255}/32`);
    const full = inspectAddressSet(rules);
    expect([full.count, full.errors, full.overlaps]).toEqual([MAX_RULES, [], []]);
    const over = inspectAddressSet([...rules, 'x']);
    expect(over.errors).toMatchObject([{ code: 'addressSet.count', params: { count: MAX_RULES + 1, max: MAX_RULES } }]);
  });

  test('65,535 overlapping rules give as many pairs, not their square', () => {
    const rules = Array.from({ length: MAX_RULES - 1 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    expect(inspectAddressSet([...rules, '10.0.0.0/8']).overlaps).toHaveLength(MAX_RULES - 1);
    const v6 = rules.map((_, index) => `2001:db8::${index.toString(16)}-2001:db8:ffff::`);
    expect(inspectAddressSet(v6).overlaps).toHaveLength(MAX_RULES - 2);
  });
});

function linesWhere(rules: readonly string[], holds: (rule: string) => boolean): number[] {
  return rules.flatMap((rule, index) => (holds(rule) ? [index + 1] : []));
}

function rangeAt(rules: readonly string[], line: number): Range {
  const range = parseIpRule(rules[line - 1] ?? '');
  if ('code' in range) throw new Error(`line ${line} is no address`);
  return range;
}

function everyPair(rules: readonly string[]) {
  const ranges = rules.map((rule) => parseIpRule(rule));
  const said = rules.map((rule, index) =>
    JSON.stringify(checkAddressRule(rule) ? index : 'low' in (ranges[index] ?? {}) ? ranges[index] : rule.toLowerCase()),
  );
  const duplicates = linesWhere(rules, () => true).filter((line) => said.indexOf(said[line - 1] ?? '') < line - 1);
  const overlapping = linesWhere(rules, () => true).filter((line) => {
    const own = ranges[line - 1];
    if (duplicates.includes(line) || !own || 'code' in own) return false;
    return ranges.some((range, other) => !('code' in range) && said[other] !== said[line - 1] && overlaps(range, own));
  });
  return { duplicates, overlapping };
}
