import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { asArray, asObject, folded, isObject, type JsonObject, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { resolved, sampleOf, textsOf } from '#domain/sample.ts';

/** Documents as the schemas of their answers have them. */
export class Shapes {
  readonly root: JsonObject;
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  readonly #compiled = new WeakMap<object, ValidateFunction | undefined>();

  constructor(root: JsonObject) {
    this.root = root;
    for (const [name, check] of Object.entries(ajvFormats)) this.#ajv.addFormat(name, check);
    this.#ajv.addSchema({ $id: 'contract', ...root });
  }

  /** Whether the schema takes it; one that cannot be compiled takes all. */
  takes(schema: unknown, value: unknown): boolean {
    const node = asObject(schema);
    if (!this.#compiled.has(node)) this.#compiled.set(node, this.#compile(node));
    return this.#compiled.get(node)?.(value) ?? true;
  }

  sample(schema: unknown): Json | undefined {
    return sampleOf(this.root, schema);
  }

  /** Texts that its pattern may take. */
  texts(schema: unknown): string[] {
    return textsOf(resolved(this.root, schema));
  }

  /** What is kept, with what the schema requires beside it and without what it does not take. */
  fitted(schema: unknown, kept: JsonObject): JsonObject {
    const { properties, required, closed } = this.#parts(schema);
    const sample = asObject(this.sample(schema));
    const own = Object.entries(kept).filter(([name, value]) => {
      const property = properties[name];
      return property === undefined ? !closed : resolved(this.root, property)['writeOnly'] !== true && this.takes(property, value);
    });
    const needed = Object.entries(sample).filter(([name]) => required.has(name));
    return Object.fromEntries([...needed, ...own]);
  }

  #parts(schema: unknown): { properties: JsonObject; required: Set<string>; closed: boolean } {
    const own = resolved(this.root, schema);
    const [branch] = [...asArray(own['oneOf']), ...asArray(own['anyOf'])];
    const inner = [...asArray(own['allOf']), ...(branch === undefined ? [] : [branch])].map((part) => this.#parts(part));
    return {
      properties: folded([...inner.map(({ properties }) => properties), asObject(own['properties'])]),
      required: new Set([...inner.flatMap(({ required }) => [...required]), ...texts(own['required'])]),
      closed: own['additionalProperties'] === false || inner.some(({ closed }) => closed),
    };
  }

  #compile(schema: JsonObject): ValidateFunction | undefined {
    try {
      return this.#ajv.compile(asObject(absolute(schema)));
    } catch {
      return undefined;
    }
  }
}

/** References into the document, from a part of it that stands alone. */
function absolute(value: Json): Json {
  if (Array.isArray(value)) return value.map(absolute);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(/^#/, 'contract#') : absolute(each),
    ]),
  );
}
