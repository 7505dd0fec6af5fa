import { isRequired, sameJson, visibleFields } from '#domain/condition.ts';
import { isObject, type JsonObject } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';
import { isOther, variantOf, permits, permitsNull, shapesOf, takes } from '#domain/variant.ts';
import type { Field, Json } from '#domain/model.ts';

export type WriteMode = 'create' | 'update';

/**
 * The document a form starts from: `source` if there is one, else the defaults. An optional object starts with its
 * defaults only when they make it complete: else an untouched form would ask for what nobody wants to set.
 */
export function initialDocument(field: Field, source?: Json): Json | undefined {
  if (source !== undefined) return asAsked(field, source);
  if (field.const !== undefined) return field.const;
  if (field.default !== undefined) return field.default;
  if (field.kind === 'variants') return field.required && field.variants?.[0] ? initialDocument(field.variants[0]) : undefined;
  if (field.kind !== 'object') return undefined;
  const object: JsonObject = {};
  for (const each of field.fields ?? []) {
    if (each.readOnly || (each.when && each.default === undefined && each.const === undefined && !isOnly(each, field))) continue;
    // a switch that must be one way or the other stands at off, and says so
    const value =
      initialDocument(each) ?? (each.kind === 'boolean' && each.required && field.required && !each.nullable ? false : undefined);
    if (value === undefined || (Object.hasOwn(object, each.name) && each.when)) continue;
    if (each.kind === 'object' && !each.required && (!isComplete(each, value) || isEmpty(value))) continue;
    object[each.name] = value;
  }
  return object;
}

/** An object of one branch alone: what it begins with is sent once the branch holds. */
function isOnly({ kind, name, required }: Field, { fields = [] }: Field): boolean {
  return kind === 'object' && !required && fields.filter((each) => each.name === name).length === 1;
}

/** What is answered as a whole object where its id is asked for is that id. */
function asAsked(field: Field, value: Json): Json {
  if (Array.isArray(value))
    return field.kind === 'array' && field.items
      ? sameOr(
          value,
          value.map((each) => asAsked(field.items ?? field, each)),
        )
      : value;
  if (!isObject(value)) return value;
  if (field.kind === 'text' || field.kind === 'integer') return field.keepsObject ? value : (child(value, 'id') ?? value);
  if (field.kind !== 'object') return value;
  const texts = visibleFields(field, value).filter(
    ({ kind, name }) => (kind === 'text' || kind === 'integer' || kind === 'array' || kind === 'object') && isGiven(child(value, name)),
  );
  const changed = texts.flatMap((each): [string, Json][] => {
    const own = child(value, each.name);
    // a property of several branches that hold is asked for by each
    const [next, ...others] = own === undefined ? [] : texts.filter(({ name }) => name === each.name).map((owner) => asAsked(owner, own));
    return next === undefined || next === own || others.some((other) => !sameJson(other, next)) ? [] : [[each.name, next]];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function sameOr(before: Json[], after: Json[]): Json[] {
  return before.every((each, index) => each === after[index]) ? before : after;
}

/**
 * What is sent: all that the schema permits, drawn or not, in the order in which it stands; without readOnly and undefined
 * values, what a branch that does not hold leaves to nobody, and optional objects that were emptied. An absent writeOnly
 * property stays absent: unchanged.
 */
export function prune(field: Field, doc: unknown, mode: WriteMode): Json | undefined {
  if (!isGiven(doc)) return undefined;
  if (doc === null) return permitsNull(field) ? null : undefined;
  switch (field.kind) {
    case 'object':
      return pruneObject(field, doc, mode);
    case 'array':
      return Array.isArray(doc) ? pruneItems(field, doc, mode) : doc;
    case 'map':
      return isObject(doc) ? pruneMap(field, doc, mode) : doc;
    case 'variants':
      return pruneVariant(field, doc, mode);
    default:
      return doc;
  }
}

export function isSecret(field: Field): boolean {
  const word = field.widget ?? field.format;
  return field.writeOnly === true || word === 'password' || word === 'secret';
}

/** A copy without any value that must not be stored in the browser. */
export function withoutSecrets(field: Field, doc: unknown): Json | undefined {
  if (isSecret(field) || !isGiven(doc)) return undefined;
  if (doc === null || typeof doc !== 'object') return doc;
  if (Array.isArray(doc)) {
    const lists = field.kind === 'variants' ? (field.variants ?? []).flatMap((variant) => variant.items ?? []) : [field.items ?? []].flat();
    const deep = lists.filter((items) => !isPlain(items) || isSecret(items));
    if (deep.length === 0) return doc;
    return doc.map((item) => deep.reduce<Json>((rest, items) => withoutSecrets(items, rest) ?? null, item));
  }
  if (field.kind === 'map') return mapValues(doc, (value) => (field.items ? withoutSecrets(field.items, value) : value));
  const fields = field.kind === 'variants' ? (field.variants ?? []).flatMap((variant) => variant.fields ?? []) : (field.fields ?? []);
  return mapValues(doc, (value, name) => {
    const owners = fields.filter((each) => each.name === name);
    return owners.reduce<Json | undefined>((rest, owner) => withoutSecrets(owner, rest), value);
  });
}

/** The field at a document pointer, through items and the branches and variants that hold. */
export function fieldAt(root: Field, doc: unknown, segments: readonly string[]): Field | undefined {
  let field: Field | undefined = root;
  let value = doc;
  for (const segment of segments) {
    while (field?.kind === 'variants') field = variantOf(field, value);
    if (!field) return undefined;
    if (field.kind === 'array' || field.kind === 'map') field = field.items;
    else field = visibleFields(field, value).find((each) => each.name === segment) ?? field.fields?.find((each) => each.name === segment);
    value = child(value, segment);
  }
  return field;
}

function pruneObject(field: Field, doc: Json, mode: WriteMode): Json | undefined {
  const { fields } = field;
  if (!isObject(doc) || !fields) return doc;
  const visible = visibleFields(field, doc);
  return mapValues(doc, (given, name) => {
    const owners = visible.filter((each) => each.name === name);
    if (owners.length > 0) return pruneProperty(owners, doc, given, mode);
    const isReadOnly = fields.some((each) => each.name === name && each.readOnly);
    return !isReadOnly && permits(field, doc, name) ? pruneOther(field, name, given, mode) : undefined;
  });
}

/** A property of several branches that hold is bound by each. */
function pruneProperty(owners: readonly Field[], owner: object, given: Json | undefined, mode: WriteMode): Json | undefined {
  if (owners.some((each) => each.readOnly)) return undefined;
  let value = given;
  for (const each of owners) {
    value = prune(each, value, mode);
    if (each.kind === 'object' && isEmpty(value) && !isRequired(each, owner) && isEmptied(given)) return undefined;
  }
  return value;
}

function pruneMap(field: Field, doc: JsonObject, mode: WriteMode): JsonObject {
  const { items } = field;
  return mapValues(doc, (value, name) =>
    items && !isOther(field, name) ? prune(items, value, mode) : pruneOther(field, name, value, mode),
  );
}

/** What nothing draws goes as it came; where its shape is known, without what is readOnly in it. */
function pruneOther(field: Field, name: string, value: Json | undefined, mode: WriteMode): Json | undefined {
  const shapes = shapesOf(field, name, value);
  return shapes.length === 0 ? value : most(shapes.map((shape) => (shape.readOnly ? undefined : prune(shape, value, mode))));
}

/** Several variants may take a value, and what tells them apart need not be their shape: the one that lets most of it stand is right. */
function pruneVariant(field: Field, doc: Json, mode: WriteMode): Json | undefined {
  const variants = field.variants ?? [];
  const fitting = variants.filter((variant) => takes(variant, doc));
  const tried = fitting.length > 0 ? fitting : variants;
  return tried.length === 0 ? doc : most(tried.map((variant) => prune(variant, doc, mode)));
}

/** The one that lets most of it stand. */
function most(values: (Json | undefined)[]): Json | undefined {
  const size = (value: Json | undefined): number => JSON.stringify(value)?.length ?? 0;
  return values.length === 1 ? values[0] : values.reduce((best, each) => (size(each) > size(best) ? each : best));
}

function pruneItems(field: Field, items: unknown[], mode: WriteMode): Json[] {
  const item = field.items;
  if (!item || isPlain(item)) return items.every(isGiven) ? items : items.filter(isGiven);
  return items.map((value) => prune(item, value, mode)).filter((value) => value !== undefined);
}

function isPlain(field: Field): boolean {
  return field.kind !== 'object' && field.kind !== 'array' && field.kind !== 'map' && field.kind !== 'variants';
}

/** Whether nothing that must be there is missing in an object. */
export function isComplete(field: Field, value: Json): boolean {
  return visibleFields(field, value).every((each) => {
    const own = child(value, each.name);
    if (own === undefined) return !isRequired(each, value) || each.readOnly;
    return each.kind !== 'object' || isComplete(each, own);
  });
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Values were there, and are all taken away now. */
function isEmptied(value: unknown): boolean {
  if (!isObject(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every((each) => each === undefined || each === null || isEmptied(each));
}

/** Documents hold JSON, and nothing at places that a form has emptied. */
function isGiven(value: unknown): value is Json {
  return value !== undefined;
}

/** `fromEntries` makes `__proto__` a property like any other. */
function mapValues(doc: JsonObject, change: (value: Json | undefined, name: string) => Json | undefined): JsonObject {
  const entries = Object.entries(doc).map(([name, value]) => [name, change(value, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
