import { asObject, asText, isObject, type JsonObject } from '#domain/json.ts';

/** The bundled contract with look-ups that never throw: a dangling or circular reference is an empty schema. */
export class ContractDocument {
  readonly root: JsonObject;
  readonly unresolved = new Set<string>();

  constructor(root: JsonObject) {
    this.root = root;
  }

  get schemas(): JsonObject {
    return asObject(asObject(this.root['components'])['schemas']);
  }

  /** Follows `$ref`s to the first thing that is none; keys beside a `$ref` win over the target's, within `x-ui` key by key. */
  resolve(value: unknown): JsonObject {
    const seen = new Set<string>();
    let current = asObject(value);
    let siblings: JsonObject = {};
    for (;;) {
      const reference = asText(current['$ref']);
      if (reference === undefined) return Object.keys(siblings).length === 0 ? current : over(current, siblings);
      const { $ref: _, ...own } = current;
      siblings = over(own, siblings);
      if (seen.has(reference)) return siblings;
      seen.add(reference);
      current = this.lookUp(reference);
    }
  }

  private lookUp(reference: string): JsonObject {
    if (!reference.startsWith('#/')) {
      this.unresolved.add(reference);
      return {};
    }
    let node: unknown = this.root;
    for (const part of reference.slice(2).split('/')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      node = isObject(node) ? node[key] : undefined;
    }
    if (!isObject(node)) this.unresolved.add(reference);
    return asObject(node);
  }
}

/** A value's tones and units stay where a property adds that it is hidden in forms. */
function over(under: JsonObject, above: JsonObject): JsonObject {
  const [below, own] = [under['x-ui'], above['x-ui']];
  return { ...under, ...above, ...(isObject(below) && isObject(own) ? { 'x-ui': { ...below, ...own } } : {}) };
}

/** `Site` of `#/components/schemas/Site`. */
export function componentName(value: unknown): string | undefined {
  return asText(asObject(value)['$ref'])?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];
}
