import { asObject, asText } from '#domain/json.ts';
import type { Field } from '#domain/model.ts';

const key = 'wan.parents';

/** The parent that was last looked at: one user is the same whatever parameter names it. */
export function rememberedParent(field: Field): string | undefined {
  return asText(kept()[nameOf(field)]);
}

export function rememberParents(fields: readonly Field[], values: Readonly<Record<string, string | undefined>>): void {
  const chosen = fields.flatMap((field): [string, string][] => {
    const value = values[field.name];
    return value === undefined || value === '' ? [] : [[nameOf(field), value]];
  });
  sessionStorage.setItem(key, JSON.stringify({ ...kept(), ...Object.fromEntries(chosen) }));
}

export function rememberItem(resource: string, id: string): void {
  sessionStorage.setItem(key, JSON.stringify({ ...kept(), [resource]: id }));
}

function nameOf({ name, ref }: Field): string {
  return ref && 'resource' in ref ? ref.resource : name;
}

function kept(): Record<string, unknown> {
  return asObject(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
}
