import { asObject } from '#domain/json.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { ajvFormats } from '#domain/formats/ajv.ts';
import type { Operation } from '#domain/model.ts';
import type { SchemaError } from '#domain/causes.ts';

type Schema = Record<string, unknown>;
export type Kind = 'text' | 'integer' | 'number' | 'boolean' | 'array' | 'json';

/** One path or query parameter: how its text becomes a value, and what the value must be. */
export type ParameterSchema = {
  name: string;
  kind: Kind;
  items: Kind;
  required: boolean;
  default: unknown;
  /** Compiled when first needed: most calls use few of the many parameters of a contract. */
  check: (value: unknown) => SchemaError[];
};

type RawParameter = { name: string; in: string; required?: boolean; schema?: Schema };

/** The parameters of every operation, from the bundle. */
export class ParameterSchemas {
  readonly #document: Schema;
  readonly #base: string;
  readonly #ajv: Ajv2020;
  readonly #known = new Map<unknown, ParameterSchema>();
  readonly #read = new WeakMap<object, RawParameter>();

  constructor(document: Schema, base: string) {
    this.#document = document;
    this.#base = base;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
    for (const [name, format] of Object.entries(ajvFormats)) this.#ajv.addFormat(name, format);
    this.#ajv.addSchema({ $id: 'contract', components: document.components });
  }

  of(operation: Operation): { path: ParameterSchema[]; query: Map<string, ParameterSchema> } {
    const item = this.#resolve(asObject(this.#document.paths)[operation.path.slice(this.#base.length)]);
    const raw = [...list(item.parameters), ...list(asObject(item[operation.method]).parameters)].map((each) => this.#raw(each));
    const path = raw.filter((each) => each.in === 'path').map((each) => this.#parameter(each));
    const query = new Map(raw.filter((each) => each.in === 'query').map((each) => [each.name, this.#parameter(each)]));
    return { path, query };
  }

  /** What a reference names is one and the same wherever it is named. */
  #raw(given: unknown): RawParameter {
    const resolved = this.#resolve(given);
    const known = this.#read.get(resolved);
    if (known) return known;
    const raw = {
      name: String(resolved.name),
      in: String(resolved.in),
      required: resolved.required === true,
      schema: asObject(resolved.schema),
    };
    this.#read.set(resolved, raw);
    return raw;
  }

  #parameter(raw: RawParameter): ParameterSchema {
    const known = this.#known.get(raw);
    if (known) return known;
    const schema = this.#resolve(raw.schema);
    let compiled: ValidateFunction | undefined;
    const made: ParameterSchema = {
      name: raw.name,
      kind: kindOf(schema),
      items: kindOf(this.#resolve(schema.items)),
      required: raw.required === true,
      default: schema.default,
      check: (value) => {
        compiled ??= this.#ajv.compile(asObject(withBase(schema)));
        return compiled(value) ? [] : (compiled.errors ?? []);
      },
    };
    this.#known.set(raw, made);
    return made;
  }

  #resolve(value: unknown): Schema {
    return followReferences(value, (reference) => lookUpIn(this.#document, reference));
  }
}

function kindOf(schema: Schema): Kind {
  const type = Array.isArray(schema.type) ? schema.type.find((each: unknown) => each !== 'null') : schema.type;
  if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'array') return type;
  return type === 'object' ? 'json' : 'text';
}

/** References of the bundle, as Ajv finds them from a schema of its own. */
function withBase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#/') ? `contract${inner}` : withBase(inner),
    ]),
  );
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
