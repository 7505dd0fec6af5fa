import type { ContractDocument } from '#codegen/read/document.ts';
import { banner } from '../output.ts';
import { objectText, typeText, TypeReader, type Side, type TypeNode } from './type-node.ts';

/** The components of one side that are named, each printed once. */
export class Components {
  readonly reader: TypeReader;
  readonly #document: ContractDocument;
  readonly #nodes = new Map<string, TypeNode>();

  constructor(document: ContractDocument, side: Side) {
    this.#document = document;
    this.reader = new TypeReader(document, side, (name) => this.of(name));
  }

  of(name: string): TypeNode {
    const known = this.#nodes.get(name);
    if (known) return known;
    // a component that names itself finds this instead
    this.#nodes.set(name, { kind: 'name', name });
    const node = this.reader.readHere(this.#document.schemas[name]);
    this.#nodes.set(name, node);
    return node;
  }

  /** Properties that are there although the schema does not require them. */
  always(name: string, properties: readonly string[]): void {
    const node = this.of(name);
    if (node.kind !== 'object') return;
    for (const each of properties) {
      const property = node.properties.get(each);
      if (property) property.required = true;
    }
  }

  hasDefault(schema: unknown): boolean {
    return this.#document.resolve(schema)['default'] !== undefined;
  }

  file(about: string): string {
    const names = [...this.#nodes.keys()].toSorted();
    const types = names.map((name) => `export type ${name} = ${blockText(this.of(name))};\n`);
    return moduleText([], `/** ${about} */\n\n${types.join('\n')}`);
  }
}

/** A generated module that names what it imports from those beside it. */
export function moduleText(beside: readonly string[], text: string): string {
  const imports = [
    ...(/\bJson\b/.test(text) ? ["import type { Json } from '#domain/model.ts';\n"] : []),
    ...beside.map((name) => `import type * as ${name} from './${name}.ts';\n`),
  ];
  return `${banner('//')}${imports.join('')}\n${text}`;
}

/** An object over several lines. */
function blockText(node: TypeNode): string {
  if (node.kind !== 'object') return typeText(node);
  return objectText(
    [...node.properties].map(([name, { type, required }]) => [name, typeText(type), required]),
    '  ',
  );
}
