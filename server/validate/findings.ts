import { formats } from '#domain/formats/registry.ts';
import { type Params } from '#domain/message.ts';
import { getPointer, joinPointer } from '#domain/pointer.ts';
import { type SchemaError } from '#server/contract.ts';
import { type Finding } from '#server/problem.ts';

/** Keywords that only say that something below them failed. */
const frames = new Set(['if', 'allOf', 'anyOf', 'oneOf', '$ref', 'propertyNames']);
/** Findings in one answer; a wrong file of 65,535 rows is not told row by row. */
const MOST = 200;

/** Ajv's errors as findings, each at the property it is about, with the reason that a refused format gives itself. */
export function findingsOf(errors: readonly SchemaError[], data: unknown, base = ''): Finding[] {
  const exact = errors.filter((error) => !frames.has(error.keyword));
  const told = exact.length > 0 ? exact : errors;
  const seen = new Set<string>();
  const found: Finding[] = [];
  for (const error of told) {
    const finding = findingOf(error, data, base);
    const key = `${finding.pointer} ${finding.code}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(finding);
    if (found.length >= MOST) break;
  }
  return found;
}

function findingOf(error: SchemaError, data: unknown, base: string): Finding {
  const { keyword, instancePath, params } = error;
  const property = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const pointer = base + (typeof property === 'string' ? joinPointer(instancePath, property) : instancePath);
  const value = getPointer(data, instancePath);
  if (keyword === 'format' && typeof value === 'string') {
    const problem = formats[String(params['format'])]?.check(value);
    if (problem) return { pointer, ...problem };
  }
  return { pointer, code: `schema.${keyword}`, params: printable(params, property, typeof property === 'string' ? undefined : value) };
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
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
