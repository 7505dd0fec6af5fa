import { asObject, asText, isObject, type JsonObject } from './json.ts';
import { child, parsePointer } from './pointer.ts';

/**
 * Follows `$ref`s to the first thing that is none; keys beside a `$ref` win over the target's, within `x-ui` key by key.
 * A dangling or circular reference says nothing. `lookUp` knows what a reference names.
 */
export function followReferences(value: unknown, lookUp: (reference: string) => unknown): JsonObject {
  const seen = new Set<string>();
  let current = asObject(value);
  let beside: JsonObject = {};
  for (;;) {
    const reference = asText(current['$ref']);
    if (reference === undefined) return Object.keys(beside).length === 0 ? current : over(current, beside);
    const { $ref: _, ...own } = current;
    beside = over(own, beside);
    if (seen.has(reference)) return beside;
    seen.add(reference);
    current = asObject(lookUp(reference));
  }
}

/** What `#/components/schemas/Site` names in a document. */
export function lookUpIn(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return parsePointer(reference.slice(1)).reduce<unknown>((node, segment) => child(node, decodeURIComponent(segment)), document);
}

/** `Site` of `#/components/schemas/Site`. */
export function componentName(value: unknown): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(asText(asObject(value)['$ref']) ?? '')?.[1];
}

/** A value's tones and units stay where a property adds that it is hidden in forms. */
function over(under: JsonObject, above: JsonObject): JsonObject {
  const [below, own] = [under['x-ui'], above['x-ui']];
  return { ...under, ...above, ...(isObject(below) && isObject(own) ? { 'x-ui': { ...below, ...own } } : {}) };
}
