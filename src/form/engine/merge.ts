import { asObject, isObject } from '#domain/json.ts';
import { sameJson } from '#domain/condition.ts';
import { child, joinPointer, setPointer } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';

/** One place where mine or theirs differs from the base. `choice` is the side that changed it, or undecided where both did. */
export type Difference = {
  pointer: string;
  field: Field;
  base: Json | undefined;
  mine: Json | undefined;
  theirs: Json | undefined;
  choice: 'mine' | 'theirs' | undefined;
};

/**
 * Three-way comparison by property, within the rows of a table too where all sides have the same rows. Other arrays, maps
 * and variants are one value. What no field draws is nobody's change here, and theirs stands; an island draws whatever
 * stands in it.
 */
export function differences(
  field: Field,
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  pointer = '',
  inIsland = field.island !== undefined,
): Difference[] {
  if (!field.fields) return sameJson(mine, theirs) ? [] : [{ pointer, field, base, mine, theirs, choice: choiceOf(base, mine, theirs) }];
  const found: Difference[] = [];
  for (const each of propertiesOf(field)) {
    const at = joinPointer(pointer, each.name);
    const sides = { base: child(base, each.name), mine: child(mine, each.name), theirs: child(theirs, each.name) };
    if (sameJson(sides.mine, sides.theirs)) continue;
    // a secret is never answered: theirs is unknown, and absent means unchanged
    if (each.writeOnly && sides.mine === undefined) continue;
    if (each.kind === 'object' && each.fields && isObject(sides.mine) && isObject(sides.theirs)) {
      found.push(...differences(each, sides.base, sides.mine, sides.theirs, at, inIsland || each.island !== undefined));
      continue;
    }
    const rows = each.kind === 'array' ? pairedRows(each.items, sides) : undefined;
    if (rows) {
      for (const [index, row] of rows.entries()) {
        if (each.items)
          found.push(
            ...differences(each.items, row.base, row.mine, row.theirs, joinPointer(at, index), inIsland || each.island !== undefined),
          );
      }
      continue;
    }
    const choice = each.writeOnly ? 'mine' : choiceOf(sides.base, sides.mine, sides.theirs);
    found.push({ pointer: at, field: each, ...sides, choice });
  }
  return inIsland ? [...found, ...ownNames(field, { base, mine, theirs }, pointer)] : found;
}

/** Properties of the operator's own that were changed here. */
function ownNames({ fields, path }: Field, sides: Sides, pointer: string): Difference[] {
  const drawn = new Set((fields ?? []).map(({ name }) => name));
  const names = new Set([sides.base, sides.mine].flatMap((side) => Object.keys(asObject(side))));
  return [...names].flatMap((name): Difference[] => {
    const [base, mine, theirs] = [child(sides.base, name), child(sides.mine, name), child(sides.theirs, name)];
    if (drawn.has(name) || sameJson(base, mine) || sameJson(mine, theirs)) return [];
    const field: Field = { name, path: path === '' ? name : `${path}.${name}`, kind: 'json' };
    return [{ pointer: joinPointer(pointer, name), field, base, mine, theirs, choice: choiceOf(base, mine, theirs) }];
  });
}

type Sides = { base: Json | undefined; mine: Json | undefined; theirs: Json | undefined };

/**
 * The rows of a table, where they are the same on every side: a text that each row must have, different in each, stands
 * in the same order everywhere. By their places alone rows could be mixed of two that have nothing to do with each other.
 */
function pairedRows(item: Field | undefined, { base, mine, theirs }: Sides): Sides[] | undefined {
  if (item?.kind !== 'object' || !Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
  const isName = ({ name, kind, required, values, when }: Field): boolean => {
    if (kind !== 'text' || !required || values || when) return false;
    const [names, ...others] = [base, mine, theirs].map((rows) => rows.map((row) => child(row, name)));
    const texts = new Set(names?.filter((each) => typeof each === 'string' && each !== ''));
    return texts.size === base.length && others.every((each) => sameJson(each, names));
  };
  if (!item.fields?.some(isName)) return undefined;
  return base.map((row, index) => ({ base: row, mine: mine[index], theirs: theirs[index] }));
}

/** One field a property; a property of several branches has the fields of all of them. */
function propertiesOf(field: Field): Field[] {
  const byName = Map.groupBy(
    (field.fields ?? []).filter((each) => !each.readOnly),
    (each) => each.name,
  );
  return [...byName.values()].flatMap((owners) => {
    const [first] = owners;
    if (!first) return [];
    return owners.every((each) => each.fields) ? [{ ...first, fields: owners.flatMap((each) => each.fields ?? []) }] : [first];
  });
}

function choiceOf(base: unknown, mine: unknown, theirs: unknown): Difference['choice'] {
  const [isMine, isTheirs] = [!sameJson(base, mine), !sameJson(base, theirs)];
  return isMine && isTheirs ? undefined : isMine ? 'mine' : 'theirs';
}

/** Theirs, with every difference that was decided for mine. */
export function merged(theirs: Json, all: readonly Difference[], choices: ReadonlyMap<string, 'mine' | 'theirs'>): Json {
  let result: unknown = theirs;
  for (const { pointer, mine, choice } of all) {
    if ((choices.get(pointer) ?? choice) === 'mine') result = setPointer(result, pointer, mine);
  }
  return result as Json;
}

/** The changes from base to mine, carried over to theirs where nobody else made one. */
export function rebased(root: Field, base: Json, mine: Json, theirs: Json): Json {
  return merged(theirs, differences(root, base, mine, theirs), new Map());
}
