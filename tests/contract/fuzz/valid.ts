import { asArray, asObject, asText, isText, type JsonObject, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { lengthOf } from '#domain/formats/format.ts';
import type { Random } from '#server/simulator/random.ts';
import { formatValues } from '#tests/contract/fuzz/format-values.ts';
import { faultsOf, type Schema } from '#tests/contract/fuzz/request-schema.ts';
import { dereference } from '#tests/support/contract-document.ts';

/** Ids of stored rows by resource: what references may name. */
export type Known = Readonly<Record<string, readonly string[]>>;
type Path = readonly string[];

/** Ordinary letters, Chinese, an astral sign: what people type where any text goes. */
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_网络站点𠮷');
const OPTIONAL = 0.6;
const DEEPEST = 8;

/** A value that the schema allows, by construction: boundaries as often as what lies between. Undefined where none can be made. */
export function validValue(given: unknown, random: Random, known: Known, path: Path = []): Json | undefined {
  const schema = withBranches(dereference(given), random);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(asArray(schema['enum']));
  const type = kindOf(schema, random);
  if (type === 'object') return validObject(schema, random, known, path);
  if (type === 'array') return validArray(schema, random, known, path);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer' || type === 'number') return validNumber(schema, random);
  if (type === 'null') return null;
  if (type === 'string') return validText(schema, random, known);
  return random.pick(['text', 1, true]);
}

/** Branches of a choice: constants with titles are an enumeration, schemas one of which is taken. */
function withBranches(schema: Schema, random: Random): Schema {
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (!choices) return schema;
  const { oneOf: _one, anyOf: _any, ...base } = schema;
  const branch = dereference(random.pick(asArray(choices)));
  return {
    ...base,
    ...branch,
    ...(base['properties'] || branch['properties']
      ? { properties: { ...asObject(base['properties']), ...asObject(branch['properties']) } }
      : {}),
    ...(base['required'] || branch['required'] ? { required: [...asArray(base['required']), ...asArray(branch['required'])] } : {}),
  };
}

function kindOf(schema: Schema, random: Random): string {
  const type = schema['type'];
  if (Array.isArray(type)) return random.pick(texts(type).filter((each) => each !== 'null' || random.chance(0.2)));
  if (typeof type === 'string') return type;
  if (schema['properties'] || schema['required']) return 'object';
  const [part] = asArray(schema['allOf']).map((each) => dereference(each));
  if (part) return kindOf(part, random);
  return schema['format'] || schema['pattern'] || schema['maxLength'] ? 'string' : 'any';
}

function validObject(schema: Schema, random: Random, known: Known, path: Path): JsonObject {
  const made: JsonObject = {};
  fill(made, schema, random, known, path);
  // a branch may name properties that open the next
  for (let pass = 0; pass < 3; pass++) for (const branch of activeBranches(schema, made)) fill(made, branch, random, known, path);
  const more = schema['additionalProperties'];
  if (more && typeof more === 'object' && random.chance(0.5))
    made[random.pick(['one', 'two', 'three'])] = validValue(more, random, known, path) ?? null;
  return made;
}

/** The parts of a schema that hold for this object: its `allOf` and what its conditions open. */
export function activeBranches(schema: Schema, value: unknown): Schema[] {
  const parts = [schema, ...partsOf(schema)];
  return parts.flatMap((part) => {
    const own = part === schema ? [] : [part];
    if (part['if'] === undefined) return own;
    const branch = faultsOf(asObject(part['if']), value).length === 0 ? part['then'] : part['else'];
    if (branch === undefined) return own;
    const opened = dereference(branch);
    return [...own, opened, ...activeBranches(opened, value)];
  });
}

function partsOf(schema: Schema): Schema[] {
  return asArray(schema['allOf'])
    .map((each) => dereference(each))
    .flatMap((part) => [part, ...partsOf(part)]);
}

function fill(made: JsonObject, schema: Schema, random: Random, known: Known, path: Path): void {
  const required = new Set(texts(schema['required']));
  for (const [name, property] of Object.entries(asObject(schema['properties']))) {
    if (name in made || dereference(property)['readOnly'] === true) continue;
    if (!required.has(name) && (path.length > DEEPEST || !random.chance(OPTIONAL))) continue;
    const value = validValue(property, random, known, [...path, name]);
    if (value !== undefined) made[name] = value;
  }
}

function validArray(schema: Schema, random: Random, known: Known, path: Path): Json[] {
  const least = Number(schema['minItems'] ?? 0);
  const most = Math.min(Number(schema['maxItems'] ?? least + 3), least + 3);
  const found: Json[] = [];
  const seen = new Set<string>();
  const ui = schema['x-ui'];
  for (let tries = 0, count = random.int(least, most); found.length < count && tries < count * 5; tries++) {
    const item = validValue(ui === undefined ? schema['items'] : { 'x-ui': ui, ...dereference(schema['items']) }, random, known, path);
    if (item === undefined) break;
    if (schema['uniqueItems'] === true && seen.has(JSON.stringify(item))) continue;
    seen.add(JSON.stringify(item));
    found.push(item);
  }
  return found;
}

function validNumber(schema: Schema, random: Random): number {
  const low = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? -1) + 1);
  const high = Number(
    schema['maximum'] ?? (schema['exclusiveMaximum'] === undefined ? low + 1000 : Number(schema['exclusiveMaximum']) - 1),
  );
  const step = Number(schema['multipleOf'] ?? (schema['type'] === 'number' ? 0 : 1));
  const value = random.pick([low, high, low + random.next() * (high - low)]);
  return step > 0 ? Math.min(high, Math.max(low, Math.round(value / step) * step)) : value;
}

function validText(schema: Schema, random: Random, known: Known): string | undefined {
  const ids = referenced(schema, known);
  if (ids) return ids.length > 0 ? random.pick(ids) : undefined;
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? least + 20);
  const fits = (text: string): boolean => {
    const length = lengthOf(text);
    return length >= least && length <= most && (typeof schema['pattern'] !== 'string' || new RegExp(schema['pattern'], 'u').test(text));
  };
  const format = schema['format'];
  const told = [...asArray(schema['examples']), schema['default']].filter(isText);
  if (typeof format === 'string') {
    const words = ['name', 'plain-text', 'site-name', 'id', 'zone-name'].includes(format)
      ? [`${format.replace('-', '')}${random.int(1, 999_999)}`]
      : [];
    const fitting = [...(formatValues[format]?.good ?? []), ...words, ...told].filter(fits);
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  }
  if (typeof schema['pattern'] === 'string') {
    const fitting = [...told, 'a', 'A1', '1', 'CN', '0xff', 'abc-1'].filter(fits);
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  }
  const length = Math.min(random.pick([least, most, random.int(least, Math.min(most, least + 20))]), 5000);
  return Array.from({ length }, () => random.pick(LETTERS)).join('');
}

function referenced(schema: Schema, known: Known): readonly string[] | undefined {
  const ref = asObject(schema['x-ui'])['ref'];
  const resource = asText(ref) ?? asText(asObject(ref)['resource']);
  const value = asText(asObject(ref)['value']);
  if (resource === undefined) return undefined;
  return known[value === undefined ? resource : `${resource}.${value}`] ?? [];
}
