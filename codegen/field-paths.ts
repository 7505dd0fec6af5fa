import { asObject } from '#domain/json.ts';
import type { Field, Resource } from '#domain/model.ts';
import type { RuleUse } from '#domain/rules/registry.ts';

/** What a rule names that no document of its resource has: of such a property it never finds anything wrong. */
export function pathsNowhere({ schemas, item }: Resource, { over, with: options }: RuleUse): string[] {
  const root = schemas[item];
  if (!root) return [];
  const fields = new Map(allFields(root).map((field) => [field.path, field]));
  return [...over, ...Object.keys(asObject(options?.['when']))].filter((path) => path !== '' && !isThere(fields, path));
}

export function allFields(field: Field): Field[] {
  const children = [...(field.fields ?? []), ...(field.variants ?? []), ...(field.items === undefined ? [] : [field.items])];
  return [field, ...children.flatMap(allFields)];
}

function isThere(fields: ReadonlyMap<string, Field>, path: string): boolean {
  if (fields.has(path)) return true;
  const above = path.endsWith('[]') ? path.slice(0, -2) : path.split('.').slice(0, -1).join('.');
  if (above === '') return false;
  const owner = fields.get(above);
  return owner ? isOpen(owner) : isThere(fields, above);
}

/** Below what is open to anything, anything may be. */
function isOpen({ kind, fields, items, variants }: Field): boolean {
  return ['object', 'array', 'map', 'variants', 'json'].includes(kind) && !fields && !items && !variants;
}
