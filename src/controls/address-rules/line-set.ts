import { inspectAddressSet, type AddressSetReport } from '#domain/formats/address-set.ts';
import { parseIpRule, normaliseIpRule, linesOf } from '#domain/formats/ip-list.ts';
import { contains, type Range } from '#domain/formats/ip.ts';
import { formats } from '#domain/formats/registry.ts';

export const ERROR = 1;
export const DUPLICATE = 2;
export const OVERLAP = 4;

/** Findings beyond these are counted, not listed. */
const LISTED = 200;

export type LineReport = {
  /** One byte a line: ERROR, DUPLICATE, OVERLAP. */
  flags: Uint8Array;
  counts: { errors: number; duplicates: number; overlaps: number };
  errors: AddressSetReport['errors'];
  duplicates: AddressSetReport['duplicates'];
  overlaps: AddressSetReport['overlaps'];
};

/** What is wrong with a list of lines of one format. Only address rules can overlap. */
export function reportOf(lines: readonly string[], format: string): LineReport {
  const { errors, duplicates, overlaps } = format === 'address-rule' ? inspectAddressSet(lines) : inspectLines(lines, format);
  const flags = new Uint8Array(lines.length);
  const mark = (line: number, flag: number): void => {
    const at = line - 1;
    if (at < flags.length) flags[at] = (flags[at] ?? 0) | flag;
  };
  for (const { line } of errors) mark(line, ERROR);
  for (const { line } of duplicates) mark(line, DUPLICATE);
  for (const { line, other } of overlaps) {
    mark(line, OVERLAP);
    mark(other, OVERLAP);
  }
  return {
    flags,
    counts: { errors: errors.length, duplicates: duplicates.length, overlaps: overlaps.length },
    errors: errors.slice(0, LISTED),
    duplicates: duplicates.slice(0, LISTED),
    overlaps: overlaps.slice(0, LISTED),
  };
}

/** The lines of a pasted or read text, without blank ones. */
export function readLines(text: string): string[] {
  return linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Indexes of the lines that hold the text, or that hold the address or network if it is one. */
export function search(lines: readonly string[], query: string): Uint32Array {
  const text = query.trim().toLowerCase();
  const rule = parseIpRule(normaliseIpRule(text));
  const wanted = 'low' in rule ? rule : undefined;
  const found: number[] = [];
  lines.forEach((line, index) => {
    if (line.toLowerCase().includes(text) || (wanted && holds(line, wanted))) found.push(index);
  });
  return Uint32Array.from(found);
}

/** By number where the format sorts by number, else by letter. */
export function sorted(lines: readonly string[], format: string): string[] {
  const key = format === 'address-rule' ? ruleKey : (formats[format]?.sortKey ?? ((line: string) => line.toLowerCase()));
  return lines
    .map((line) => ({ line, key: key(line) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => line);
}

/** Without later lines that say the same as an earlier one. */
export function distinct(lines: readonly string[], format: string): string[] {
  const inspected = format === 'address-rule' ? inspectAddressSet(lines) : inspectLines(lines, format);
  const gone = new Set(inspected.duplicates.map(({ line }) => line - 1));
  return lines.filter((_, index) => !gone.has(index));
}

function inspectLines(lines: readonly string[], format: string): Pick<AddressSetReport, 'errors' | 'duplicates' | 'overlaps'> {
  const check = formats[format]?.check;
  const first = new Map<string, number>();
  const errors: AddressSetReport['errors'] = [];
  const duplicates: AddressSetReport['duplicates'] = [];
  lines.forEach((value, index) => {
    const line = index + 1;
    const problem = check?.(value);
    if (problem) errors.push({ ...problem, line, value });
    const other = first.get(value);
    if (other === undefined) first.set(value, line);
    else duplicates.push({ line, other });
  });
  return { errors, duplicates, overlaps: [] };
}

function holds(line: string, wanted: Range): boolean {
  const rule = parseIpRule(line);
  return 'low' in rule && contains(rule, wanted);
}

/** Addresses by number and size, then names. */
function ruleKey(line: string): string {
  const rule = parseIpRule(line);
  return 'low' in rule ? `${rule.low} ${rule.high}` : `~${line.toLowerCase()}`;
}
