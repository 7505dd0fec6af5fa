import type { Field, Operation } from '#domain/model.ts';
import type { Words } from './annotate/annotate.ts';
import { buildField, type Island } from './fields.ts';
import { convertIslands, type Islands } from './island/convert.ts';
import type { ContractDocument } from './read/document.ts';
import { componentName } from '#domain/reference.ts';

/** Field trees of one resource by key; a component is built once, an inline schema per place. */
export class SchemaSet {
  readonly fields: Record<string, Field> = {};
  readonly words = new Map<string, Words>();
  readonly #islands = new Map<string, Island>();
  readonly #document: ContractDocument;
  readonly #guesses: string[];
  readonly #where: string;

  constructor(document: ContractDocument, guesses: string[], where: string) {
    this.#document = document;
    this.#guesses = guesses;
    this.#where = where;
  }

  /** The field of a schema, and under which key it stands: a component's own name. */
  add(schema: unknown, fallback: string): { key: string; field: Field } {
    // A component that says more beside its `$ref` is another shape than the component.
    const key = componentName(schema) ?? fallback;
    const known = this.fields[key];
    if (known) return { key, field: known };
    const words = new Map<string, Words>();
    const islands = { of: key, found: this.#islands };
    const field = buildField({ document: this.#document, words, guesses: this.#guesses, islands }, schema, this.#where);
    this.fields[key] = field;
    // an answer may say less of a property than the body that one fills in
    for (const [path, entry] of words) {
      const known = this.words.get(path);
      if (known === undefined) this.words.set(path, entry);
      else known.description ??= entry.description;
    }
    return { key, field };
  }

  /** What forms draw from the schema itself, with its words; what only answers hold is drawn by no form. */
  islands(operations: readonly Operation[]): Islands | undefined {
    const bodies = new Set(operations.map(({ body }) => body?.schema));
    for (const [key, field] of Object.entries(this.fields)) if (!bodies.has(key)) this.#withoutIslands(field);
    return this.#islands.size === 0 ? undefined : convertIslands(this.#document, this.#islands, this.words);
  }

  #withoutIslands(field: Field): void {
    if (field.island !== undefined) this.#islands.delete(field.island);
    delete field.island;
    for (const each of [field.items ?? [], field.fields ?? [], field.variants ?? []].flat()) this.#withoutIslands(each);
  }
}
