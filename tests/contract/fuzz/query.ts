import type { Random } from '#server/simulator/random.ts';
import { formatValues } from '#tests/contract/fuzz/format-values.ts';
import type { RawOperation, RawParameter } from '#tests/support/contract-document.ts';
import { dereference } from '#tests/support/contract-document.ts';
import { type Known, validValue } from '#tests/contract/fuzz/valid.ts';

export type Query = Record<string, string | string[]>;

/** Their schemas, references followed, with what the parameter says of itself. */
export function parametersOf({ parameters }: RawOperation): RawParameter[] {
  return parameters.map((each) => ({ ...each, schema: dereference({ ...each.schema, ...(each.ui ? { 'x-ui': each.ui } : {}) }) }));
}

/** Some of the parameters, each with a value that its schema allows. */
export function validQuery(parameters: readonly RawParameter[], random: Random, known: Known): Query {
  const query: Query = {};
  for (const { name, schema, required } of parameters) {
    // what a dry run is and what was read and agreed to is said by the fuzz itself
    if (name === 'dryRun' || name === 'confirm' || (!required && !random.chance(0.4))) continue;
    const value = validValue(schema, random, known);
    if (value === undefined || (Array.isArray(value) && value.length === 0) || value === '') continue;
    if (name === 'sort' || name === 'regex') continue;
    query[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return query;
}

/** A value that the parameter must not have; undefined where every text is allowed. */
export function brokenValue({ name, schema }: RawParameter, random: Random): string | undefined {
  const target = schema['type'] === 'array' ? dereference(schema['items']) : schema;
  const bad: string[] = [];
  if (target['enum'] || target['oneOf']) bad.push('no-such-value');
  if (target['type'] === 'integer') bad.push('abc', '1.5', '9007199254740993', '99999999999999999999', '1e309');
  if (target['type'] === 'boolean') bad.push('maybe');
  if (target['minimum'] !== undefined) bad.push(String(Number(target['minimum']) - 1));
  if (target['maximum'] !== undefined) bad.push(String(Number(target['maximum']) + 1));
  if (target['maxLength'] !== undefined) bad.push('x'.repeat(Number(target['maxLength']) + 1));
  if (typeof target['format'] === 'string') bad.push(...(formatValues[target['format']]?.bad ?? []).filter((text) => text !== ''));
  if (name === 'sort') bad.push('no such property', '-');
  return bad.length > 0 ? random.pick(bad) : undefined;
}
