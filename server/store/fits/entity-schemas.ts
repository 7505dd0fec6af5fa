import { createHash } from 'node:crypto';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { schemaFindings, type SchemaFinding } from '#domain/findings.ts';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { componentName } from '#domain/reference.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** What the documents of one entity are held to: all that its schema refers to, without words, as text. */
export type EntitySchema = { text: string; fingerprint: string };

/** Says nothing about which documents fit. */
const WORDS = new Set(['title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly', '$comment']);
/** Their keys are names of properties, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
/** Their values are data. */
const DATA = new Set(['enum', 'const', 'required', 'type']);

/** The schemas of stored entities in a bundled contract. */
export class EntitySchemas {
  /** The same for the same contract. */
  readonly digest: string;
  readonly #schemas: JsonObject;
  readonly #made = new Map<ItemSpec, EntitySchema | undefined>();
  readonly #compiled = new Map<ItemSpec, ValidateFunction>();

  constructor(document: Record<string, unknown>, digest: string) {
    this.#schemas = asObject(asObject(document['components'])['schemas']);
    this.digest = digest;
  }

  /** Undefined of what the contract gives no name: nothing is known of its documents. */
  of(spec: ItemSpec): EntitySchema | undefined {
    if (!this.#made.has(spec)) this.#made.set(spec, this.#make(spec));
    return this.#made.get(spec);
  }

  /** Why a document is not what its entity says today; empty where it is. */
  findings(spec: ItemSpec, doc: Doc): SchemaFinding[] {
    const schema = this.of(spec);
    if (!schema) return [];
    const validate = this.#compiled.get(spec) ?? compileEntity(schema.text);
    this.#compiled.set(spec, validate);
    return validate(doc) ? [] : schemaFindings(validate.errors ?? [], doc, spec.fields);
  }

  #make(spec: ItemSpec): EntitySchema | undefined {
    const { name, item } = spec.resource;
    const root = [name, item].find((each) => isObject(this.#schemas[each]));
    if (root === undefined) return undefined;
    // what never leaves is kept elsewhere
    const sent = new Set(spec.secrets.map((path) => path.split('.').at(-1)?.replaceAll('[]', '')));
    const schemas: JsonObject = {};
    const visit = (each: string): void => {
      if (schemas[each] !== undefined) return;
      schemas[each] = {};
      schemas[each] = withoutWords(asObject(this.#schemas[each]), sent, visit);
    };
    visit(root);
    const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const text = JSON.stringify({ $ref: `#/components/schemas/${root}`, components: { schemas: sorted } });
    return { text, fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 16) };
  }
}

export function compileEntity(text: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  for (const [name, format] of Object.entries(ajvFormats)) ajv.addFormat(name, format);
  return ajv.compile(asObject(JSON.parse(text)));
}

function withoutWords(schema: JsonObject, sent: ReadonlySet<string | undefined>, visit: (component: string) => void): JsonObject {
  const inner = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inner);
    return isObject(value) ? withoutWords(value, sent, visit) : value;
  };
  const component = componentName(schema);
  if (component !== undefined) visit(component);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (WORDS.has(key) || key.startsWith('x-')) return [];
      if (key === 'required') return [[key, asArray(value).filter((name) => !sent.has(asText(name)))]];
      if (DATA.has(key)) return [[key, value]];
      if (NAMED.has(key)) return [[key, Object.fromEntries(Object.entries(asObject(value)).map(([name, each]) => [name, inner(each)]))]];
      return [[key, inner(value)]];
    }),
  );
}
