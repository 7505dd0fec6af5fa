import { isRequired, isVisible, sameJson, visibleFields } from '#domain/condition.ts';
import type { Body, Condition, Field } from '#domain/model.ts';
import { child, getPointer, joinPointer, parsePointer } from '#domain/pointer.ts';
import { variantOf, permits } from '#domain/variant.ts';

/** What Ajv says of one keyword. */
export type SchemaError = { keyword: string; instancePath: string; schemaPath?: string; params: Record<string, unknown>; message?: string };
/** What somebody has to mend, and where: a missing property is wrong at its own place, an unknown one at its own. */
export type Cause = { pointer: string; error: SchemaError };

const missing = new Set(['required', 'dependentRequired', 'dependencies']);
const unknown = new Set(['additionalProperties', 'unevaluatedProperties']);
/** Keywords that only say that something below them failed. */
const frames = new Set(['if', 'allOf', 'anyOf', 'oneOf', '$ref', 'propertyNames']);
/** Of one value that is wrong in several ways the first of these says most. */
const telling = ['required', 'type', 'enum', 'const', 'minLength', 'format', 'pattern', 'maxLength', 'multipleOf', 'minimum', 'maximum'];

/**
 * One finding per cause. Ajv says everything that follows from a wrong value: where one of a branch is wrong, all of that
 * branch is "not supported"; where the choice of a branch is wrong, all that it would open; of a union, what each member
 * misses. What the schema means is in `root`, the field of the whole body: without it all that is exact is told.
 */
export function causesOf(errors: readonly SchemaError[], data: unknown, root?: Field): Cause[] {
  const exact = errors.filter((error) => !frames.has(error.keyword)).map((error): Cause => ({ pointer: placeOf(error), error }));
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').map(({ instancePath }) => instancePath);
  const meant = root ? ofChosen(exact, unions, data, root) : withoutLosers(exact, unions);
  const own = root ? withoutConsequences(meant, data, root) : meant;
  const reported = own.length > 0 ? own : meant.length > 0 ? meant : exact;
  const framed = errors
    .filter(({ keyword }) => frames.has(keyword) && keyword !== 'if')
    .filter(({ instancePath }) => !reported.some(({ pointer }) => isAt(pointer, instancePath)))
    .map((error): Cause => ({ pointer: error.instancePath, error }));
  const all = [...reported, ...framed];
  const found = all.length > 0 ? all : errors.map((error): Cause => ({ pointer: placeOf(error), error }));
  return onePerValue(found, data);
}

/** The code of a keyword's sentence. */
export function codeOf(keyword: string): string {
  return `schema.${keyword === 'false schema' ? 'false' : keyword}`;
}

/** The field of a whole body: the item where the operation puts it. */
export function bodyField(body: Pick<Body, 'wrap' | 'many'> | undefined, item: Field): Field {
  const wrapped = (body?.wrap ?? '')
    .split('.')
    .filter((name) => name !== '')
    .reduceRight<Field>((inner, name) => ({ name: '', path: '', kind: 'object', fields: [{ ...inner, name, required: true }] }), item);
  return body?.many ? { name: '', path: '', kind: 'array', items: wrapped } : wrapped;
}

/** Where an error of Ajv is to be mended. */
export function placeOf({ keyword, instancePath, params }: SchemaError): string {
  const name = missing.has(keyword)
    ? params['missingProperty']
    : unknown.has(keyword)
      ? (params['additionalProperty'] ?? params['unevaluatedProperty'])
      : undefined;
  return typeof name === 'string' ? joinPointer(instancePath, name) : instancePath;
}

function isAt(pointer: string, owner: string): boolean {
  return pointer === owner || pointer.startsWith(`${owner}/`);
}

/** The object that holds the place, its field as it is meant, and the fields of the place. */
function ownerOf(root: Field, data: unknown, pointer: string): { owner: Field; object: unknown; name: string; at: string } | undefined {
  const segments = parsePointer(pointer);
  const name = segments.pop();
  if (name === undefined) return undefined;
  const at = joinPointer('', ...segments);
  const [owner] = fieldsAt(root, data, segments);
  return owner && { owner, object: getPointer(data, at), name, at };
}

/** The fields that describe a place, those that hold now before others of their name. */
function fieldsAt(root: Field, data: unknown, segments: readonly string[]): Field[] {
  let fields = [chosen(root, data)];
  let value = data;
  for (const segment of segments) {
    const object = value;
    value = child(value, segment);
    fields = fields.flatMap((field) => {
      if (field.kind === 'array' || field.kind === 'map') return field.items ?? [];
      const named = (field.fields ?? []).filter((each) => each.name === segment);
      return named.toSorted((a, b) => Number(isVisible(b, object)) - Number(isVisible(a, object)));
    });
    fields = fields.map((field) => chosen(field, value));
  }
  return fields;
}

function chosen(field: Field, value: unknown): Field {
  if (field.kind !== 'variants') return field;
  const variant = variantOf(field, value);
  return variant ? chosen(variant, value) : field;
}

/** Within a union, what the member that was meant says; of a property that tells the members apart, all that it may be. */
function ofChosen(exact: readonly Cause[], unions: readonly string[], data: unknown, root: Field): Cause[] {
  const open = unions.filter((union) => fieldsAt(root, data, parsePointer(union)).length > 0);
  if (open.length === 0) return withoutLosers(exact, unions);
  return exact.flatMap((cause) => {
    if (!open.some((union) => isAt(cause.pointer, union))) return [cause];
    const segments = parsePointer(cause.pointer);
    const fields = fieldsAt(root, data, segments);
    const value = getPointer(data, cause.pointer);
    const values = fields.find((field) => field.values && !field.open)?.values;
    if (cause.error.keyword === 'const' && values && !values.some((each) => sameJson(each, value)))
      return [{ ...cause, error: { ...cause.error, keyword: 'enum', params: { allowedValues: values } } }];
    return isMeant(cause, fields, root, data, value) ? [cause] : [];
  });
}

function isMeant({ error, pointer }: Cause, fields: readonly Field[], root: Field, data: unknown, value: unknown): boolean {
  const { keyword, params } = error;
  const held = ownerOf(root, data, pointer);
  if (missing.has(keyword)) return fields.some((field) => isVisible(field, held?.object) && isRequired(field, held?.object));
  if (unknown.has(keyword)) {
    if (!held || typeof held.object !== 'object' || held.object === null) return true;
    const isKnown = visibleFields(held.owner, held.object).some((field) => field.name === held.name && !field.readOnly);
    return !isKnown && !permits(held.owner, held.object, held.name);
  }
  return fields.some((field) => says(field, keyword, params, value));
}

function says(field: Field, keyword: string, params: Record<string, unknown>, value: unknown): boolean {
  if (keyword === 'const') return sameJson(field.const, params['allowedValue']) && !sameJson(field.const, value);
  if (keyword === 'enum') return field.values !== undefined && !field.values.some((each) => sameJson(each, value));
  if (keyword === 'format') return field.format === params['format'];
  if (keyword === 'pattern') return field.limits?.pattern === params['pattern'];
  if (keyword === 'type') return !isOfKind(field, value);
  return keyword === 'uniqueItems' || child(field.limits, keyword) === params['limit'];
}

function isOfKind({ kind, open, nullable }: Field, value: unknown): boolean {
  if (value === null) return nullable === true;
  if (kind === 'object' || kind === 'map') return typeof value === 'object' && !Array.isArray(value);
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'text') return open === true || typeof value === 'string';
  if (kind === 'integer') return Number.isInteger(value);
  return kind === 'number' || kind === 'boolean' ? typeof value === kind : true;
}

/** Without a model: within alternatives, a finding deeper in the value comes from the one that was meant. */
function withoutLosers(exact: readonly Cause[], unions: readonly string[]): Cause[] {
  return exact.filter(({ error }) => {
    if (!['type', 'const', 'enum'].includes(error.keyword) || !unions.includes(error.instancePath)) return true;
    return !exact.some(({ error: other }) => other !== error && other.keyword !== 'type' && isAt(other.instancePath, error.instancePath));
  });
}

/** Without what is said only because something else is wrong. */
function withoutConsequences(causes: readonly Cause[], data: unknown, root: Field): Cause[] {
  // refused although its branch holds: said when something else of that branch is wrong
  const branch = new Map(causes.flatMap((cause) => refusedInBranch(cause, data, root)));
  const own = causes.filter((cause) => !branch.has(cause));
  return causes.filter((cause) => {
    const at = branch.get(cause);
    return at === undefined ? !followsChoice(cause, own, data, root) : !own.some(({ pointer }) => isAt(pointer, at));
  });
}

function refusedInBranch(cause: Cause, data: unknown, root: Field): [Cause, string][] {
  const held = unknown.has(cause.error.keyword) ? ownerOf(root, data, cause.pointer) : undefined;
  const named = (held?.owner.fields ?? []).filter((field) => field.name === held?.name && !field.readOnly);
  return held && named.some((field) => isVisible(field, held.object)) ? [[cause, held.at]] : [];
}

/** Whether a property is asked for, or refused, by a branch whose choice is what is wrong. */
function followsChoice({ pointer, error }: Cause, causes: readonly Cause[], data: unknown, root: Field): boolean {
  const held = unknown.has(error.keyword) || missing.has(error.keyword) ? ownerOf(root, data, pointer) : undefined;
  if (!held) return false;
  const isWrong = (property: string): boolean => {
    const place = joinPointer(held.at, ...property.split('/'));
    return place !== pointer && causes.some((other) => isAt(other.pointer, place));
  };
  const named = (held.owner.fields ?? []).filter((field) => field.name === held.name && !field.readOnly);
  if (named.some((field) => field.required && !field.when)) return false;
  const conditions = named.flatMap((field) => [field.when, missing.has(error.keyword) ? field.requiredWhen : undefined]);
  return conditions.some((condition) => condition && propertiesOf(condition).some(isWrong));
}

function propertiesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(propertiesOf);
  if ('any' in condition) return condition.any.flatMap(propertiesOf);
  return 'not' in condition ? propertiesOf(condition.not) : [condition.property];
}

/** A plain value is wrong once; a list may be too long and hold the same twice. */
function onePerValue(causes: readonly Cause[], data: unknown): Cause[] {
  const byPlace = Map.groupBy(causes, ({ pointer }) => pointer);
  return [...byPlace].flatMap(([pointer, all]) => {
    const value = getPointer(data, pointer);
    const [first] = all.toSorted((a, b) => rankOf(a.error, value) - rankOf(b.error, value));
    if (!first) return [];
    const isWhole = Array.isArray(value) && rankOf(first.error, value) >= telling.length;
    return isWhole ? [...new Map(all.map((cause) => [cause.error.keyword, cause])).values()] : [first];
  });
}

function rankOf({ keyword }: SchemaError, value: unknown): number {
  // what is too short says nothing of its form but that it is not there
  if (keyword === 'minLength' && value !== '') return telling.indexOf('pattern') + 0.5;
  const rank = telling.indexOf(keyword);
  return rank < 0 ? telling.length : rank;
}
