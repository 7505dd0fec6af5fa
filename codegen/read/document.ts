import { asObject, isObject, type JsonObject } from '#domain/json.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';

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

  resolve(value: unknown): JsonObject {
    return followReferences(value, (reference) => {
      const found = lookUpIn(this.root, reference);
      if (!isObject(found)) this.unresolved.add(reference);
      return found;
    });
  }
}
