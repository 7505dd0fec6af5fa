import { asObject, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';
import { Lookups } from '../remembered.ts';

/** The bundled contract with look-ups that never throw: a dangling or circular reference is an empty schema. */
export class ContractDocument {
  readonly root: JsonObject;
  readonly unresolved = new Set<string>();
  /** What is looked up by those who make something of it. */
  readonly lookups = new Lookups();
  /** What a reference names, whatever that is. */
  readonly find: (reference: string) => unknown;
  /** A component by its name. */
  readonly schema: (name: string) => Json | undefined;
  readonly #followed: (reference: string) => unknown;

  constructor(root: JsonObject) {
    this.root = root;
    const { schemas, unresolved } = this;
    this.find = this.lookups.noted('reference', (reference) => {
      const found = lookUpIn(root, reference);
      if (found === undefined) unresolved.add(reference);
      return found;
    });
    this.#followed = this.lookups.noted('object', (reference) => {
      const found = lookUpIn(root, reference);
      if (!isObject(found)) unresolved.add(reference);
      return found;
    });
    this.schema = this.lookups.noted('schema', (name) => schemas[name]);
  }

  /** All of them: who makes something of it looks at every one. */
  get schemas(): JsonObject {
    return asObject(asObject(this.root['components'])['schemas']);
  }

  resolve(value: unknown): JsonObject {
    return followReferences(value, this.#followed);
  }
}
