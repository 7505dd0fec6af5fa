import type { Field } from '#domain/model.ts';
import type { Words } from './annotate/annotate.ts';
import { buildField } from './fields.ts';
import type { ContractDocument } from './read/document.ts';
import { componentName } from '#domain/reference.ts';

/** Field trees of one resource by key; a component is built once, an inline schema per place. */
export class SchemaSet {
  readonly fields: Record<string, Field> = {};
  readonly words = new Map<string, Words>();
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
    const field = buildField({ document: this.#document, words, guesses: this.#guesses }, schema, this.#where);
    this.fields[key] = field;
    // an answer may say less of a property than the body that one fills in
    for (const [path, entry] of words) {
      const known = this.words.get(path);
      if (known === undefined) this.words.set(path, entry);
      else known.description ??= entry.description;
    }
    return { key, field };
  }
}
