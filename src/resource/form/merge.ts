import { sameJson } from '#domain/condition.ts';
import { child, joinPointer, setPointer } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';

/** One place where mine or theirs differs from the base. `choice` is the side that changed it, or undecided where both did. */
export type Difference = {
  pointer: string;
  field: Field;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  choice: 'mine' | 'theirs' | undefined;
};

/** Three-way comparison by property. Arrays are one value: rows have no identity that both sides share. */
export function differences(field: Field, base: unknown, mine: unknown, theirs: unknown, pointer = ''): Difference[] {
  const found: Difference[] = [];
  const seen = new Set<string>();
  for (const each of field.fields ?? []) {
    if (each.readOnly || seen.has(each.name)) continue;
    seen.add(each.name);
    const at = joinPointer(pointer, each.name);
    const sides = { base: child(base, each.name), mine: child(mine, each.name), theirs: child(theirs, each.name) };
    if (sameJson(sides.mine, sides.theirs)) continue;
    // a secret is never answered: theirs is unknown, and absent means unchanged
    if (each.writeOnly && sides.mine === undefined) continue;
    if (each.kind === 'object' && each.fields && isObject(sides.mine) && isObject(sides.theirs)) {
      found.push(...differences(each, sides.base, sides.mine, sides.theirs, at));
      continue;
    }
    const mineChanged = each.writeOnly || !sameJson(sides.base, sides.mine);
    const theirsChanged = !each.writeOnly && !sameJson(sides.base, sides.theirs);
    found.push({ pointer: at, field: each, ...sides, choice: mineChanged && theirsChanged ? undefined : mineChanged ? 'mine' : 'theirs' });
  }
  return found;
}

/** Theirs, with every difference that was decided for mine. */
export function merged(theirs: Json, all: readonly Difference[], choices: ReadonlyMap<string, 'mine' | 'theirs'>): Json {
  let result: unknown = theirs;
  for (const { pointer, mine, choice } of all) {
    if ((choices.get(pointer) ?? choice) === 'mine') result = setPointer(result, pointer, mine);
  }
  return result as Json;
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
