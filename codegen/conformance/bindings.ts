import { asArray, asObject, isObject, type JsonObject } from '#domain/json.ts';
import { getPath } from '#domain/value.ts';
import type { ContractDocument } from '../read/document.ts';
import type { RawOperation, RawParameter } from '../read/operations.ts';

export type Values = Record<string, string>;

/** So many rows of a list are tried as parents of what is below them. */
const PARENTS = 5;

/**
 * What the parameters of a path stand for: rows that the backend itself has listed, each with the parents under which it was found;
 * where it has none, the examples of the contract.
 */
export class Bindings {
  readonly #document: ContractDocument;
  /** By the path of an item: `/sites/{siteId}`. */
  readonly #rows = new Map<string, Values[]>();

  constructor(document: ContractDocument) {
    this.#document = document;
  }

  /** Rows of a list, for the item paths right below it. */
  keep(list: RawOperation, itemPaths: readonly string[], idProperty: string, rows: readonly unknown[], parents: Values): void {
    for (const path of new Set(itemPaths)) {
      const name = lastParameter(path);
      if (name === undefined) continue;
      const found = rows.filter(isObject).flatMap((row): Values[] => {
        const value = row[name] ?? getPath(row, idProperty);
        return typeof value === 'string' || typeof value === 'number'
          ? [{ ...this.#ofRow(path, row), ...parents, [name]: String(value) }]
          : [];
      });
      const known = this.#rows.get(path) ?? [];
      // rows of a scope of its own are not mixed with those of another
      if (known.length === 0 && found.length > 0) this.#rows.set(path, found.slice(0, PARENTS));
    }
  }

  /** Where there are several, the later ones serve when the first has nothing below it. Empty: a parameter can stand for nothing. */
  of(operation: RawOperation): { values: Values; known: boolean }[] {
    const parameters = operation.params.filter((parameter) => parameter.in === 'path');
    const prefix = [...this.#rows.keys()]
      .filter((path) => operation.path === path || operation.path.startsWith(`${path}/`) || operation.path.startsWith(`${path}:`))
      .toSorted((a, b) => b.length - a.length)[0];
    const rows = (prefix === undefined ? undefined : this.#rows.get(prefix)) ?? [{}];
    return rows.flatMap((row) => {
      const values = Object.fromEntries(
        parameters.flatMap((parameter) => {
          const value = row[parameter.name] ?? this.#anyRow(parameter.name) ?? this.example(parameter);
          return value === undefined ? [] : [[parameter.name, value]];
        }),
      );
      if (parameters.some(({ name }) => values[name] === undefined)) return [];
      return [{ values, known: parameters.every(({ name }) => row[name] !== undefined) }];
    });
  }

  /** What the contract gives as an example; of a closed list its first value. */
  example(parameter: RawParameter): string | undefined {
    const schema = this.#document.resolve(parameter.schema);
    const items = this.#document.resolve(schema['items']);
    const value = [
      parameter.example,
      asArray(schema['examples'])[0],
      schema['example'],
      schema['const'],
      schema['default'],
      asArray(schema['enum'])[0],
      asArray(items['enum'])[0],
      asArray(items['examples'])[0],
    ].find((each) => each !== undefined && each !== null);
    if (value === undefined) return undefined;
    const [one] = Array.isArray(value) ? value : [value];
    return typeof one === 'object' ? JSON.stringify(one) : one === undefined ? undefined : String(one);
  }

  /** A row may say under which parents it stands. */
  #ofRow(path: string, row: JsonObject): Values {
    return Object.fromEntries(
      [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name = '']) => {
        const value = asObject(row)[name];
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    );
  }

  #anyRow(name: string): string | undefined {
    for (const [path, rows] of this.#rows) if (lastParameter(path) === name) return rows[0]?.[name];
    return undefined;
  }
}

function lastParameter(path: string): string | undefined {
  return /\{([^}]+)\}$/.exec(path)?.[1];
}

/** `/sites/{siteId}` with its values in place. */
export function filled(path: string, values: Values): string {
  return path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : encodeURIComponent(values[name])));
}
