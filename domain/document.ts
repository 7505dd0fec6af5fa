import { isRequired, sameJson, visibleFields } from '#domain/condition.ts';
import { child } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';

type JsonObject = Record<string, Json>;
export type WriteMode = 'create' | 'update';

/**
 * The document a form starts from: `source` if there is one, else the defaults. An optional object starts with its
 * defaults only when they make it complete: else an untouched form would ask for what nobody wants to set.
 */
export function initialDocument(field: Field, source?: Json): Json | undefined {
  if (source !== undefined) return source;
  if (field.const !== undefined) return field.const;
  if (field.default !== undefined) return field.default;
  if (field.kind === 'variants') return field.required && field.variants?.[0] ? initialDocument(field.variants[0]) : undefined;
  if (field.kind !== 'object') return undefined;
  const object: JsonObject = {};
  for (const each of field.fields ?? []) {
    if (each.readOnly || (each.when && each.default === undefined && each.const === undefined)) continue;
    const value = initialDocument(each);
    if (value === undefined || (Object.hasOwn(object, each.name) && each.when)) continue;
    if (each.kind === 'object' && !each.required && (!isComplete(each, value) || isEmpty(value))) continue;
    object[each.name] = value;
  }
  return object;
}

/**
 * What is sent: without readOnly and undefined values, without branches that do not hold, without optional objects
 * that hold nothing, without properties the schema does not know. An absent writeOnly property stays absent: unchanged.
 */
export function prune(field: Field, doc: unknown, mode: WriteMode): Json | undefined {
  if (doc === undefined) return undefined;
  if (doc === null) return field.nullable || field.kind === 'json' ? null : undefined;
  switch (field.kind) {
    case 'object':
      return pruneObject(field, doc, mode);
    case 'array':
      return Array.isArray(doc) ? pruneItems(field, doc as unknown[], mode) : (doc as Json);
    case 'map':
      return mapValues(doc, (value) => (field.items ? prune(field.items, value, mode) : (value as Json)));
    case 'variants': {
      const variant = field.variants?.[matchVariant(field, doc)];
      return variant ? prune(variant, doc, mode) : (doc as Json);
    }
    default:
      return doc as Json;
  }
}

/** Index of the variant that fits the value best: constants first, then known properties, then the kind; 0 if none does. */
export function matchVariant(field: Field, value: unknown): number {
  const variants = field.variants ?? [];
  let best = 0;
  let bestScore = -Infinity;
  variants.forEach((variant, index) => {
    const score = fit(variant, value);
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

export function isSecret(field: Field): boolean {
  const word = field.widget ?? field.format;
  return field.writeOnly === true || word === 'password' || word === 'secret';
}

/** A copy without any value that must not be stored in the browser. */
export function withoutSecrets(field: Field, doc: unknown): Json | undefined {
  if (isSecret(field) || doc === undefined) return undefined;
  if (doc === null || typeof doc !== 'object') return doc as Json;
  if (Array.isArray(doc)) {
    const { items } = field;
    if (!items || (isPlain(items) && !isSecret(items))) return doc as Json;
    return (doc as unknown[]).map((item) => withoutSecrets(items, item) ?? null);
  }
  if (field.kind === 'map') return mapValues(doc, (value) => (field.items ? withoutSecrets(field.items, value) : (value as Json)));
  const fields = field.kind === 'variants' ? (field.variants ?? []).flatMap((variant) => variant.fields ?? []) : (field.fields ?? []);
  return mapValues(doc, (value, name) => {
    const owners = fields.filter((each) => each.name === name);
    if (owners.some(isSecret)) return undefined;
    return owners[0] ? withoutSecrets(owners[0], value) : (value as Json);
  });
}

/** The field at a document pointer, through items and the branches and variants that hold. */
export function fieldAt(root: Field, doc: unknown, segments: readonly string[]): Field | undefined {
  let field: Field | undefined = root;
  let value = doc;
  for (const segment of segments) {
    while (field?.kind === 'variants') field = field.variants?.[matchVariant(field, value)];
    if (!field) return undefined;
    if (field.kind === 'array' || field.kind === 'map') field = field.items;
    else field = visibleFields(field, value).find((each) => each.name === segment) ?? field.fields?.find((each) => each.name === segment);
    value = child(value, segment);
  }
  return field;
}

function pruneObject(field: Field, doc: unknown, mode: WriteMode): Json | undefined {
  if (typeof doc !== 'object' || Array.isArray(doc)) return doc as Json;
  if (!field.fields) return doc as Json;
  const object: JsonObject = {};
  for (const each of visibleFields(field, doc)) {
    if (each.readOnly) continue;
    const given = child(doc, each.name);
    const value = prune(each, given, mode);
    if (value === undefined || (each.kind === 'object' && isEmpty(value) && !isRequired(each, doc) && !isEmpty(given))) continue;
    object[each.name] = value;
  }
  return object;
}

function pruneItems(field: Field, items: unknown[], mode: WriteMode): Json[] {
  const item = field.items;
  if (!item || isPlain(item))
    return items.includes(undefined) ? (items.filter((value) => value !== undefined) as Json[]) : (items as Json[]);
  return items.map((value) => prune(item, value, mode)).filter((value) => value !== undefined);
}

function isPlain(field: Field): boolean {
  return field.kind !== 'object' && field.kind !== 'array' && field.kind !== 'map' && field.kind !== 'variants';
}

function isComplete(field: Field, value: Json): boolean {
  return visibleFields(field, value).every((each) => !isRequired(each, value) || each.readOnly || child(value, each.name) !== undefined);
}

function isEmpty(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function mapValues(doc: unknown, change: (value: unknown, name: string) => Json | undefined): JsonObject {
  const entries = Object.entries(doc as object).map(([name, value]) => [name, change(value, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function fit(variant: Field, value: unknown): number {
  if (variant.const !== undefined) return sameJson(variant.const, value) ? 100 : -100;
  if (!isKind(variant, value)) return -50;
  if (variant.kind !== 'object') return 10;
  let score = 0;
  for (const each of variant.fields ?? []) {
    const given = child(value, each.name);
    const fixed = each.const ?? (each.values?.length === 1 ? each.values[0] : undefined);
    if (fixed !== undefined) score += sameJson(fixed, given) ? 20 : given === undefined ? -1 : -20;
    else if (given !== undefined) score += isKind(each, given) ? 2 : -2;
    else if (each.required) score -= 1;
  }
  const known = new Set((variant.fields ?? []).map((each) => each.name));
  return score - Object.keys(value as object).filter((name) => !known.has(name)).length;
}

function isKind(field: Field, value: unknown): boolean {
  if (value === null) return field.nullable === true || field.kind === 'json';
  switch (field.kind) {
    case 'object':
    case 'map':
      return typeof value === 'object' && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string';
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}
