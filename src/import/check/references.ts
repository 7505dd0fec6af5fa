import { choose, pathArgs } from '#api/choose.ts';
import { ApiError } from '#api/error.ts';
import { loadResource } from '#api/model.ts';
import { rowLabel } from '#domain/label.ts';
import type { Field, Json, Ref } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { fieldAt, refOf } from '#resource/fields.ts';
import type { Table } from '#import/file/parse-csv.ts';
import { cellLines } from './convert.ts';
import { pagesOf } from '#resource/pages-of.ts';

/** Who bears an id or a name: what is stored of each. */
type TargetIndex = { byId: Map<string, Json>; byName: Map<string, Json[]> };

/** What the texts of a file's reference columns stand for: ids, or names as an export writes them. */
export class References {
  readonly #known = new Map<string, TargetIndex>();

  /** Asks for the targets of every reference column whose texts are not all ids. */
  static async of(
    { rows }: Table,
    paths: readonly string[],
    root: Field,
    params: Record<string, string>,
    signal: AbortSignal,
  ): Promise<References> {
    const found = new References();
    const wanted = new Map<string, { ref: Ref; texts: Set<string> }>();
    paths.forEach((path, column) => {
      const ref = path === '' ? undefined : refOf(fieldAt(root, path));
      if (!ref) return;
      const { texts } = wanted.get(keyOf(ref)) ?? { texts: new Set<string>() };
      for (const { cells } of rows) for (const text of cellLines(cells[column] ?? '')) texts.add(text);
      wanted.set(keyOf(ref), { ref, texts });
    });
    for (const [key, { ref, texts }] of wanted) {
      if (texts.size === 0) continue;
      try {
        found.#known.set(key, await targets(ref, texts, params, signal));
      } catch (error) {
        // a list that this caller may not read names nothing: its texts stand as ids
        if (!(error instanceof ApiError) || error.status !== 403) throw error;
      }
    }
    return found;
  }

  /** The stored value that a text means; undefined where nothing or more than one thing is called so. */
  valueOf(field: Field, text: string): Json | undefined {
    const { byId, byName } = this.#knownOf(field) ?? {};
    const named = byName?.get(text.toLowerCase());
    return byId?.get(text) ?? (named?.length === 1 ? named[0] : undefined);
  }

  isAmbiguous(field: Field, text: string): boolean {
    const { byId, byName } = this.#knownOf(field) ?? {};
    return byId?.has(text) === false && (byName?.get(text.toLowerCase())?.length ?? 0) > 1;
  }

  #knownOf(field: Field): TargetIndex | undefined {
    const ref = refOf(field);
    return ref && this.#known.get(keyOf(ref));
  }
}

function keyOf({ resource, value, where }: Ref): string {
  return JSON.stringify([resource, value, where]);
}

/** Read to the end, so that two of one name are seen; no further than needed where every text is an id. */
async function targets(ref: Ref, texts: ReadonlySet<string>, params: Record<string, string>, signal: AbortSignal): Promise<TargetIndex> {
  const known: TargetIndex = { byId: new Map(), byName: new Map() };
  const resource = await loadResource(ref.resource);
  const list = choose(resource.operations.list, params);
  if (!list) return known;
  const filters = Object.fromEntries(Object.entries(ref.where ?? {}).map(([name, value]) => [name, [String(value)]]));
  const bound = { path: pathArgs(list, { params }), params };
  const open = new Set(texts);
  for await (const { rows } of pagesOf(list, bound, { filters, keyword: '', sort: '' }, signal)) {
    for (const row of rows) {
      const value = getPath(row, ref.value ?? resource.id);
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const name = rowLabel(resource.label, row, String(value)).toLowerCase();
      known.byId.set(String(value), value);
      known.byName.set(name, [...(known.byName.get(name) ?? []), value]);
      open.delete(String(value));
    }
    if (open.size === 0) break;
  }
  return known;
}
