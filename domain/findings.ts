import { type Cause, causesOf, codeOf, type SchemaError } from './causes.ts';
import { refuse } from './formats/format.ts';
import { formats } from './formats/registry.ts';
import { isStandard, standardFormats } from './formats/standard.ts';
import type { Params } from './message.ts';
import type { Field } from './model.ts';
import { getPointer } from './pointer.ts';

/** What is wrong at a place of a document: the code of its sentence, and what is put into that. */
export type SchemaFinding = { pointer: string; code: string; params?: Params };

const LONGEST_VALUE = 60;

/** Ajv's errors, one a cause and at its property, with the reason that a refused format gives itself: the same on server and page. */
export function schemaFindings(errors: readonly SchemaError[], data: unknown, root?: Field): SchemaFinding[] {
  return causesOf(errors, data, root).map((cause) => findingOf(cause, data));
}

function findingOf({ error: { keyword, instancePath, params }, pointer }: Cause, data: unknown): SchemaFinding {
  const property = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const value = getPointer(data, instancePath);
  if (keyword === 'format') {
    const name = String(params['format']);
    if (isStandard(name)) return { pointer, ...refuse(standardFormats[name], String(value)) };
    const problem = typeof value === 'string' ? formats[name]?.check(value) : undefined;
    if (problem) return { pointer, ...problem };
  }
  return { pointer, code: codeOf(keyword), params: printable(params, property, typeof property === 'string' ? undefined : value) };
}

function printable(
  { limit, allowedValues, allowedValue, type, multipleOf, i, j }: Record<string, unknown>,
  property: unknown,
  value: unknown,
): Params {
  const shown: Params = {};
  if (limit !== undefined) shown['limit'] = String(limit);
  if (Array.isArray(allowedValues)) shown['allowed'] = allowedValues.join(', ');
  if (allowedValue !== undefined) shown['allowed'] = String(allowedValue);
  if (type !== undefined) shown['type'] = String(type);
  if (multipleOf !== undefined) shown['multipleOf'] = String(multipleOf);
  if (typeof i === 'number' && typeof j === 'number') Object.assign(shown, { i, j });
  if (property !== undefined) shown['property'] = String(property);
  if (value !== undefined) shown['value'] = shortened(value);
  return shown;
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
