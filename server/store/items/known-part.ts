import { asObject, isObject } from '#domain/json.ts';
import type { Field, Json } from '#domain/model.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** The paths of everything that an entity says of its documents, in order. */
export function propertyPaths(root: Field): string[] {
  const found = new Set<string>();
  const visit = (field: Field): void => {
    if (field.path !== '') found.add(field.path);
    for (const inner of [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items ? [field.items] : [])]) visit(inner);
  };
  visit(root);
  return [...found].toSorted();
}

/** A document without what its entity does not have any more; the same document where it has all of it. */
export function knownPart(spec: ItemSpec, doc: Doc): Doc {
  const own = new Set([spec.id, spec.owner, spec.resource.revision, 'createdAt', 'updatedAt', ...spec.counts.keys()]);
  const rest = Object.fromEntries(Object.entries(doc).filter(([name]) => !own.has(name)));
  const known = asObject(knownOf(spec.fields, rest));
  if (known === rest) return doc;
  return Object.fromEntries(
    Object.entries(doc).flatMap(([name, value]) => (own.has(name) ? [[name, value]] : name in known ? [[name, known[name] ?? null]] : [])),
  );
}

function knownOf(field: Field, value: Json): Json {
  if (Array.isArray(value)) {
    const { items } = field;
    if (field.kind !== 'array' || !items) return value;
    const known = value.map((each) => knownOf(items, each));
    return known.every((each, index) => each === value[index]) ? value : known;
  }
  const fields = fieldsOf(field);
  if (!isObject(value) || fields === undefined) return value;
  let isWhole = true;
  const known = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const named = fields.filter((each) => each.name === name);
    const [only] = named;
    // of a property that branches describe differently nobody knows which one it is by
    const part = only && (named.length === 1 ? knownOf(only, inner) : inner);
    isWhole &&= part === inner;
    return part === undefined ? [] : [[name, part]];
  });
  return isWhole ? value : Object.fromEntries(known);
}

/** The properties of an object; undefined of one that may have any. */
function fieldsOf({ kind, fields, variants }: Field): readonly Field[] | undefined {
  if (kind === 'object') return fields;
  if (kind !== 'variants' || !variants?.every((each) => each.kind === 'object' && each.fields)) return undefined;
  return [...(fields ?? []), ...variants.flatMap((each) => each.fields ?? [])];
}
