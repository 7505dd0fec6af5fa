import { asArray, asObject, isObject, same, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import type { ContractDocument } from '../read/document.ts';

/** Keywords that no value breaks. */
const words = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment']);

/**
 * Whether several parts of a composition say something of one place, and the last of them does not say it all: each
 * allows what the others refuse, or each is a choice of its own.
 */
export function isIntersection(document: ContractDocument, schema: unknown): boolean {
  const parts = partsOf(document, schema);
  if (parts.length < 2) return false;
  if (parts.filter(isChoice).length > 1) return true;
  const seen = new Map<string, JsonObject>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(asObject(part['properties']))) {
      const own = assertionsOf(document, property);
      const before = seen.get(name);
      if (before !== undefined && !covers(own, before)) return true;
      seen.set(name, own);
    }
  }
  return false;
}

/** A schema and what it is composed of, in the order in which the later wins. */
function partsOf(document: ContractDocument, schema: unknown, depth = 0): JsonObject[] {
  if (depth > 8) return [];
  const { $ref, ...own } = asObject(schema);
  const referred = typeof $ref === 'string' ? partsOf(document, document.resolve({ $ref }), depth + 1) : [];
  return [...referred, ...asArray(own['allOf']).flatMap((part) => partsOf(document, part, depth + 1)), own];
}

function isChoice(part: JsonObject): boolean {
  return (['oneOf', 'anyOf'] as const).some((keyword) => asArray(part[keyword]).length > 1);
}

function assertionsOf(document: ContractDocument, property: Json): JsonObject {
  const said = Object.entries(document.resolve(property)).filter(([key]) => !words.has(key) && !key.startsWith('x-'));
  return Object.fromEntries(said);
}

/** Whether the one says all that the other says. One value, or a part of the same values, says enough by itself. */
function covers(own: JsonObject, before: JsonObject): boolean {
  const values = (schema: JsonObject): Json[] => ('const' in schema ? [schema['const'] ?? null] : asArray(schema['enum']));
  const [mine, others] = [values(own), values(before)];
  if (mine.length > 0) return others.length === 0 || mine.every((value) => others.some((other) => same(other, value)));
  return Object.entries(before).every(([key, value]) => same(own[key], value) || (!isObject(value) && key in own));
}
