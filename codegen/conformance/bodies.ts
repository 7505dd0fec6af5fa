import { asArray, asObject, isObject, isText, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { type CompiledAt, compiledIn } from '../read/compiled.ts';
import { ContractDocument } from '../read/document.ts';
import type { RawOperation } from '../read/operations.ts';

/** Bodies from the contract's examples, under names of their own: what is made here collides with nothing that is there. */
export class Bodies {
  readonly #document: ContractDocument;
  readonly #compiled: CompiledAt;
  /** Ends every name: what is left behind is known by it. */
  readonly #mark: string;

  constructor(root: JsonObject, mark: string) {
    this.#document = new ContractDocument(root);
    this.#compiled = compiledIn(root);
    this.#mark = mark;
  }

  /** Undefined where no example fits the schema. `names` are the properties that get a text of their own, inside `wrap` where one holds them. */
  of({ method, wire: path }: RawOperation, names: ReadonlySet<string>, wrap?: string): JsonObject | undefined {
    const raw = asObject(asObject(asObject(asObject(this.#document.root['paths'])[path])[method])['requestBody']);
    const body = this.#document.resolve(raw);
    const found = Object.entries(asObject(body['content'])).find(([type]) => type.includes('json'));
    if (!found) return undefined;
    const [type, content] = [found[0], asObject(found[1])];
    const validate =
      '$ref' in raw
        ? this.#compiled(...String(raw['$ref']).slice(2).split('/'), 'content', type, 'schema')
        : this.#compiled('paths', path, method, 'requestBody', 'content', type, 'schema');
    const schema = this.#document.resolve(content['schema']);
    for (const example of this.#examplesOf(content, schema)) {
      const inner = wrap === undefined ? example : asObject(example[wrap]);
      const held = this.#named(inner, this.#innerOf(schema, wrap), names);
      const named = wrap === undefined ? held : { ...example, [wrap]: held };
      for (const candidate of [named, example]) if (!validate || validate(candidate)) return candidate;
    }
    return undefined;
  }

  #innerOf(schema: JsonObject, wrap: string | undefined): JsonObject {
    return wrap === undefined ? schema : this.#document.resolve(asObject(schema['properties'])[wrap]);
  }

  #examplesOf(content: JsonObject, schema: JsonObject): JsonObject[] {
    const named = Object.values(asObject(content['examples'])).map((each) => this.#document.resolve(each)['value']);
    return [content['example'], ...named, schema['example'], ...asArray(schema['examples']), this.#ofProperties(schema)].filter(isObject);
  }

  /** What the properties say of themselves, where each that is required does. */
  #ofProperties(schema: JsonObject): Json | undefined {
    const properties = asObject(schema['properties']);
    const required = asArray(schema['required']).filter(isText);
    const values = Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
        const own = this.#document.resolve(property);
        if (own['readOnly'] === true) return [];
        const value = [own['example'], asArray(own['examples'])[0], own['const'], own['default'], asArray(own['enum'])[0]].find(
          (each) => each !== undefined,
        );
        return value === undefined || !(required.includes(name) || own['example'] !== undefined) ? [] : [[name, value]];
      }),
    );
    return required.every((name) => name in values) && Object.keys(values).length > 0 ? values : undefined;
  }

  #named(example: JsonObject, schema: JsonObject, names: ReadonlySet<string>): JsonObject {
    const properties = asObject(schema['properties']);
    const entries = Object.entries(example).map(([name, value]): [string, Json] => {
      const { format, enum: values, maxLength } = this.#document.resolve(properties[name]);
      const isFree = values === undefined && (format === undefined || format === 'plain-text');
      if (!names.has(name) || !isText(value) || !isFree) return [name, value];
      const length = typeof maxLength === 'number' ? maxLength - this.#mark.length : undefined;
      return [name, `${length === undefined ? value : value.slice(0, Math.max(0, length))}${this.#mark}`];
    });
    return Object.fromEntries(entries);
  }
}
