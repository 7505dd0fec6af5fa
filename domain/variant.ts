import { asArray, asObject } from './json.ts';
import { isRequired, isVisible, sameJson, visibleFields } from '#domain/condition.ts';
import { child } from '#domain/pointer.ts';
import type { Field } from '#domain/model.ts';

/** The first variant that takes the value, else the only one whose constants it holds; what is none of them is guessed to be none. */
export function variantOf({ variants = [] }: Field, value: unknown): Field | undefined {
  const taking = variants.find((variant) => takes(variant, value));
  if (taking) return taking;
  const [named, ...others] = variants.filter((variant) => holdsConstants(variant, value));
  return others.length === 0 ? named : undefined;
}

function holdsConstants({ fields = [] }: Field, value: unknown): boolean {
  const constants = fields.flatMap((each) => {
    const fixed = each.const ?? (each.values?.length === 1 ? each.values[0] : undefined);
    return fixed === undefined ? [] : [sameJson(fixed, child(value, each.name))];
  });
  return constants.length > 0 && constants.every(Boolean);
}

/** Whether the value has the shape of the field at every depth. Limits and formats say nothing of the shape. */
export function takes(field: Field, value: unknown): boolean {
  if (value === null) return permitsNull(field);
  if (field.const !== undefined) return sameJson(field.const, value);
  // where no type is said, a value of another type fits
  if (!isKind(field, value)) return field.keepsNull === true;
  if (field.values && !field.open && field.kind !== 'array') return field.values.some((each) => sameJson(each, value));
  const { items } = field;
  if (field.kind === 'array') return !items || asArray(value).every((item) => takes(items, item));
  if (field.kind === 'map')
    return !items || Object.entries(asObject(value)).every(([name, each]) => isOther(field, name) || takes(items, each));
  if (field.kind === 'variants') return (field.variants ?? []).some((variant) => takes(variant, value));
  return field.kind !== 'object' || takesObject(field, asObject(value));
}

/** Whether the object may have the property although no field of it is visible. */
export function permits(field: Field, object: object, name: string): boolean {
  if (field.without?.some((each) => each.name === name && isVisible({ ...field, when: each.when }, object))) return false;
  if (field.closed === undefined || (field.closed !== true && !isVisible({ ...field, when: field.closed }, object))) return true;
  return isOther(field, name);
}

export function isOther(field: Field, name: string): boolean {
  return (field.others ?? []).some(({ names }) => regExp(names)?.test(name) ?? true);
}

/** Shapes that an undrawn property may have: which of them holds is known where its value has one of them. */
export function shapesOf(field: Field, name: string, value: unknown): Field[] {
  const named = (field.others ?? []).filter(({ names }) => regExp(names)?.test(name));
  const exact = named.filter(({ names }) => names !== '');
  return (exact.length > 0 ? exact : named).flatMap(({ shape }) => (shape && takes(shape, value) ? [shape] : []));
}

export function permitsNull(field: Field): boolean {
  return field.nullable === true || field.keepsNull === true || field.kind === 'json' || (field.variants ?? []).some(permitsNull);
}

function takesObject(field: Field, object: object): boolean {
  const fields = visibleFields(field, object);
  if (fields.some((each) => isRequired(each, object) && !each.readOnly && !each.writeOnly && child(object, each.name) === undefined))
    return false;
  return Object.entries(object).every(([name, value]) => {
    const owners = fields.filter((each) => each.name === name);
    return owners.length === 0 ? permits(field, object, name) : value === undefined || owners.every((each) => takes(each, value));
  });
}

const known = new Map<string, RegExp | undefined>();

function regExp(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) {
    try {
      known.set(pattern, new RegExp(pattern, 'u'));
    } catch {
      known.set(pattern, undefined);
    }
  }
  return known.get(pattern);
}

function isKind(field: Field, value: unknown): boolean {
  if (value === null) return permitsNull(field);
  switch (field.kind) {
    case 'object':
    case 'map':
      return typeof value === 'object' && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string' || field.open === true;
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}
