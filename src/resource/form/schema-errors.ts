import type { SchemaError } from '#api/model.ts';
import { getPointer, joinPointer } from '#domain/pointer.ts';
import type { FormError } from '#resource/form/errors.ts';

/** Keywords that only say that something below them failed. */
const frames = new Set(['if', 'allOf', 'anyOf', 'oneOf', '$ref', 'propertyNames']);
const missing = new Set(['required', 'dependentRequired', 'dependencies']);
const unknown = new Set(['additionalProperties', 'unevaluatedProperties']);

/**
 * Ajv's findings by field. A missing property is an error of that property, an unknown one of itself.
 * A frame (`oneOf`) is reported only where nothing more exact is; of alternatives, the one that comes closest speaks.
 */
export function schemaErrors(
  found: readonly SchemaError[],
  doc: unknown,
  sentence: (error: SchemaError, value: unknown) => string,
): FormError[] {
  const exact = found.filter((error) => !frames.has(error.keyword));
  const useful = withoutLosers(exact, found);
  const placed = useful.map((error) => ({ error, pointer: placeOf(error) }));
  for (const frame of found) {
    if (!frames.has(frame.keyword) || frame.keyword === 'if') continue;
    if (!placed.some(({ pointer }) => pointer === frame.instancePath || pointer.startsWith(`${frame.instancePath}/`)))
      placed.push({ error: frame, pointer: frame.instancePath });
  }
  const seen = new Set<string>();
  return placed.flatMap(({ error, pointer }) => {
    const message = sentence(error, getPointer(doc, pointer));
    const key = `${pointer} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ pointer, message, code: `schema.${error.keyword}` }];
  });
}

function placeOf({ keyword, instancePath, params }: SchemaError): string {
  const name = missing.has(keyword)
    ? params['missingProperty']
    : unknown.has(keyword)
      ? (params['additionalProperty'] ?? params['unevaluatedProperty'])
      : undefined;
  return typeof name === 'string' ? joinPointer(instancePath, name) : instancePath;
}

/** Within alternatives, a finding deeper in the value comes from the alternative that was meant: "must be null" at its top does not. */
function withoutLosers(exact: SchemaError[], all: readonly SchemaError[]): SchemaError[] {
  const unions = all.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf').map((error) => error.instancePath);
  if (unions.length === 0) return exact;
  return exact.filter((error) => {
    if (error.keyword !== 'type' && error.keyword !== 'const' && error.keyword !== 'enum') return true;
    if (!unions.includes(error.instancePath)) return true;
    return !exact.some((other) => other !== error && other.keyword !== 'type' && other.instancePath.startsWith(error.instancePath));
  });
}
