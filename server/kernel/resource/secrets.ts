import { isJson, isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { child, joinPointer, parsePointer } from '#domain/pointer.ts';
import { selectRows } from '#domain/select.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { patched } from '#server/store/items/patch.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** writeOnly values by their pointer. */
export type Secrets = Record<string, Json>;

/** Takes the writeOnly values out of a document. */
export function takeSecrets(spec: ItemSpec, given: Doc): { doc: Doc; secrets: Secrets } {
  const secrets: Secrets = {};
  let doc = given;
  for (const path of spec.secrets) {
    for (const [cell] of selectRows(doc, [path])) {
      if (!cell || !isJson(cell.value)) continue;
      secrets[cell.pointer] = cell.value;
      doc = patched(doc, [{ op: 'remove', path: cell.pointer }]);
    }
  }
  return { doc, secrets };
}

/** An absent writeOnly property means unchanged: those of before stay, each with the row it belongs to. */
export function keepSecrets(before: Doc, kept: Secrets, doc: Doc, given: Secrets): Secrets {
  const merged: Secrets = {};
  for (const [pointer, value] of Object.entries(kept)) {
    const now = follow(before, doc, parsePointer(pointer));
    if (now !== undefined) merged[now] = value;
  }
  return { ...merged, ...given };
}

/** Where a place of the old document is in the new one: rows are found again by their name, else by their number. */
function follow(before: Doc, doc: Doc, segments: string[]): string | undefined {
  let [from, to]: [Json | undefined, Json | undefined] = [before, doc];
  let pointer = '';
  for (const segment of segments.slice(0, -1)) {
    let key = segment;
    if (Array.isArray(from) && Array.isArray(to)) {
      const name = nameOf(from[Number(segment)]);
      const index: number = name === undefined ? Number(segment) : to.findIndex((row) => nameOf(row) === name);
      if (index < 0 || index >= to.length) return undefined;
      from = from[Number(segment)];
      to = to[index];
      key = String(index);
    } else {
      from = child(from, segment);
      to = child(to, segment);
    }
    if (to === undefined) return undefined;
    pointer = joinPointer(pointer, key);
  }
  return joinPointer(pointer, segments.at(-1) ?? '');
}

function nameOf(row: Json | undefined): Json | undefined {
  if (!isObject(row)) return undefined;
  return row.id ?? row.logicName ?? row.name;
}
