import { join } from 'node:path';
import { BaseResolver, type Document, type Source } from '@redocly/openapi-core';
import { asObject, isObject, same, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import type { Memory } from '../remembered.ts';
import { bundleContract } from './bundle.ts';
import type { Files } from './files.ts';
import { patched } from './patch.ts';
import { contractYaml } from './shared-fields.ts';

/** A bundle, and what the files that it was made of were parsed to, by their names below the root. */
type Last = { document: JsonObject; parsed: ReadonlyMap<string, unknown> };
const bundles = new WeakMap<Memory, Last>();

/**
 * Our own contract, of which nothing may be missing. Only what was edited since the last pass is bundled, where that can be
 * done; what did not change is the very same object as before.
 */
export async function bundleAgain(file: string, files: Files): Promise<JsonObject> {
  const last = bundles.get(files.memory);
  const used = new Set([...(last?.parsed.keys() ?? [])].map((name) => join(files.root, name)));
  const document = (last && edited(file, files, last)) ?? (await whole(file, files, used, last?.document));
  bundles.set(files.memory, { document, parsed: new Map([...used].map((path) => [files.named(path), contractYaml(files, path)])) });
  return document;
}

async function whole(file: string, files: Files, used: Set<string>, last: JsonObject | undefined): Promise<JsonObject> {
  used.clear();
  const { document } = await bundleContract(file, { strict: true, resolver: new SharedResolver(files, used) });
  return last ? asObject(sharing(last, document)) : document;
}

/** Undefined where only a whole bundle tells what becomes of what was edited. */
function edited(file: string, files: Files, { document, parsed }: Last): JsonObject | undefined {
  try {
    const all = [...parsed.keys()].map((name) => join(files.root, name));
    const edits = [...parsed].flatMap(([name, before]) => {
      const path = join(files.root, name);
      const after = contractYaml(files, path);
      return after === before ? [] : [{ path, before, after }];
    });
    return patched(document, { file, parsed: parsed.get(files.named(file)), all }, edits);
  } catch {
    // a file is gone or broken: the bundler has the words for that
    return undefined;
  }
}

/** The new document with every part of the old one that is still the same. */
function sharing(old: Json, now: Json, depth = 3): Json {
  if (depth === 0 || !isObject(old) || !isObject(now)) return same(old, now) ? old : now;
  const parts = Object.entries(now).map(([key, each]): [string, Json] => {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    return [key, before === undefined ? each : sharing(before, each, depth - 1)];
  });
  return Object.fromEntries(parts);
}

/** Every file is read and parsed once for all who ask for it. */
class SharedResolver extends BaseResolver {
  readonly #files: Files;
  readonly #used: Set<string>;

  constructor(files: Files, used: Set<string>) {
    super();
    this.#files = files;
    this.#used = used;
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    if (this.#files.text(source.absoluteRef) !== source.body) return super.parseDocument(source, isRoot);
    this.#used.add(source.absoluteRef);
    // the bundler changes what it is given
    return { source, parsed: structuredClone(contractYaml(this.#files, source.absoluteRef)) };
  }
}
