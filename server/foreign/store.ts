import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { asObject, isObject, type JsonObject } from '#domain/json.ts';

/** What the mock keeps: rows of each collection by their id, and documents that are there once, by their address. One file. */
export class MockStore {
  readonly #file: string;
  readonly #rows: Map<string, Map<string, JsonObject>>;

  constructor(file: string) {
    this.#file = file;
    this.#rows = new Map(
      Object.entries(read(file)).map(([path, rows]) => [
        path,
        new Map(Object.entries(asObject(rows)).map(([id, row]) => [id, asObject(row)])),
      ]),
    );
  }

  /** Undefined where nothing was ever kept there. */
  rows(collection: string): ReadonlyMap<string, JsonObject> | undefined {
    return this.#rows.get(collection);
  }

  /** The rows of every collection at such an address, but of one. */
  matching(address: RegExp, but: string): JsonObject[] {
    return [...this.#rows].flatMap(([collection, rows]) => (collection !== but && address.test(collection) ? [...rows.values()] : []));
  }

  put(collection: string, id: string, row: JsonObject): void {
    const rows = this.#rows.get(collection) ?? new Map<string, JsonObject>();
    this.#rows.set(collection, rows.set(id, row));
    this.#write();
  }

  delete(collection: string, id: string): void {
    this.#rows.get(collection)?.delete(id);
    this.#write();
  }

  #write(): void {
    const text = JSON.stringify(Object.fromEntries([...this.#rows].map(([path, rows]) => [path, Object.fromEntries(rows)])));
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function read(file: string): JsonObject {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(kept) ? kept : {};
  } catch {
    return {};
  }
}
