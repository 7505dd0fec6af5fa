import { isArray } from './json.ts';
import { child } from '#domain/pointer.ts';
import type { Condition, Field } from '#domain/model.ts';

/** Whether the condition holds for the object that owns the field. A missing property satisfies nothing but `not`. */
export function holds(condition: Condition, object: unknown): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, object));
  if ('any' in condition) return condition.any.some((part) => holds(part, object));
  if ('not' in condition) return !holds(condition.not, object);
  const value = at(object, condition.property);
  if ('in' in condition) return condition.in.some((allowed) => sameJson(allowed, value));
  if ('present' in condition) return value !== undefined;
  if ('type' in condition) return condition.type.some((type) => isOfType(type, value));
  if (typeof value !== 'number') return false;
  return value >= (condition.minimum ?? -Infinity) && value <= (condition.maximum ?? Infinity);
}

export function isVisible(field: Field, owner: unknown): boolean {
  return !field.when || holds(field.when, owner);
}

export function isRequired(field: Field, owner: unknown): boolean {
  return field.required === true || (field.requiredWhen !== undefined && holds(field.requiredWhen, owner));
}

/** The fields of an object that are part of it as it stands: a property of two branches is the one whose branch holds. */
export function visibleFields(field: Field, object: unknown): Field[] {
  return (field.fields ?? []).filter((each) => isVisible(each, object));
}

/** Equality of JSON values; an object's properties with value undefined count as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isArray(a) || isArray(b)) {
    if (!isArray(a) || !isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameJson(child(a, key), child(b, key)));
}

/** A JSON Schema type. */
function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

function at(object: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>(child, object);
}
