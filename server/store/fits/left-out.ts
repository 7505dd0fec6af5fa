import type { SchemaFinding } from '#domain/findings.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Stored } from '#server/store/items/tables.ts';

/**
 * What of one call's reads was left out, because it is not what the contract says today. An answer that is put together
 * from items has no place to mark one, and never serves it as if it were valid.
 */
export class LeftOut {
  #ids: Map<string, Set<string>> | undefined;

  note(resource: string, ids: readonly string[]): void {
    this.#ids ??= new Map();
    const known = this.#ids.get(resource) ?? new Set();
    for (const id of ids) known.add(id);
    this.#ids.set(resource, known);
  }

  /** `Device=1, Site=2`, in the order of the names, whichever was read first; undefined where nothing was left out. */
  text(): string | undefined {
    if (!this.#ids) return undefined;
    return [...this.#ids]
      .map(([resource, ids]) => `${resource}=${ids.size}`)
      .toSorted()
      .join(', ');
  }
}

/** One item was asked for, and it does not fit. */
export class UnfitError extends Error {
  readonly spec: ItemSpec;
  readonly stored: Stored;
  readonly findings: readonly SchemaFinding[];

  constructor(spec: ItemSpec, stored: Stored, findings: readonly SchemaFinding[]) {
    super(`${spec.name} ${stored.id} does not fit the contract`);
    this.spec = spec;
    this.stored = stored;
    this.findings = findings;
  }
}
