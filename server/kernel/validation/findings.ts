import { type Cause, causesOf, codeOf, type SchemaError } from '#domain/causes.ts';
import { formats } from '#domain/formats/registry.ts';
import { type Params } from '#domain/message.ts';
import { type Field } from '#domain/model.ts';
import { getPointer } from '#domain/pointer.ts';
import { type Finding } from '#server/kernel/problem.ts';

/** Findings in one answer; a wrong file of 65,535 rows is not told row by row. */
const MOST = 200;

/** Ajv's errors as findings, one a cause and at its property, with the reason that a refused format gives itself. */
export function findingsOf(
  errors: readonly SchemaError[],
  data: unknown,
  at: { base?: string; field?: Field | undefined } = {},
): Finding[] {
  return causesOf(errors, data, at.field)
    .slice(0, MOST)
    .map((cause) => findingOf(cause, data, at.base ?? ''));
}

function findingOf({ error: { keyword, instancePath, params }, pointer: place }: Cause, data: unknown, base: string): Finding {
  const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const pointer = base + place;
  const value = getPointer(data, instancePath);
  if (keyword === 'format' && typeof value === 'string') {
    const problem = formats[String(params.format)]?.check(value);
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
  if (limit !== undefined) shown.limit = String(limit);
  if (Array.isArray(allowedValues)) shown.allowed = allowedValues.join(', ');
  if (allowedValue !== undefined) shown.allowed = String(allowedValue);
  if (type !== undefined) shown.type = String(type);
  if (multipleOf !== undefined) shown.multipleOf = String(multipleOf);
  if (typeof i === 'number' && typeof j === 'number') Object.assign(shown, { i, j });
  if (property !== undefined) shown.property = String(property);
  if (value !== undefined) shown.value = shortened(value);
  return shown;
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
