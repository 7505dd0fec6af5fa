import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Side, sideOf } from '#codegen/diff/side.ts';
import type { JsonObject } from '#domain/json.ts';

/** States of a contract to compare: documents of a test, read as a file is. */
export class DiffSides {
  readonly #folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));

  of(document: JsonObject): Promise<Side> {
    const file = this.file(`${crypto.randomUUID()}.json`);
    writeFileSync(file, JSON.stringify(document));
    return sideOf(this.#folder, file);
  }

  /** A place for a file beside them. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
