import type { Mode } from '#domain/model.ts';
import { model, resourceOf } from '#tests/support/model.ts';

/** Pages of a mode that list something, each tab by its address. */
export function listsOf(mode: Mode): { address: string; name: string }[] {
  return model.navigation
    .filter(({ modes, audit, missing, screen }) => modes.includes(mode) && audit === undefined && missing !== true && screen === undefined)
    .flatMap(({ path, tabs = [] }) => tabs.map((name) => ({ address: tabs.length > 1 ? `${path}?tab=${name}` : path, name })))
    .filter(({ name }) => resourceOf(name).operations.list.length > 0 && resourceOf(name).operations.create.length > 0);
}

export type Needed = { name: string; always: boolean };

/** What an item cannot be made without, by the words of the contract: what its path names, else what its body must refer to. */
export function neededBy(name: string, params: Record<string, string>): Needed[] {
  const { operations, schemas } = resourceOf(name);
  const open = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, each = '']) => (each in params ? [] : [each]));
  const create = operations.create.find(({ path }) => open(path).length === 0);
  if (!create) return operations.create.some(({ path }) => open(path).includes('companyId')) ? [{ name: 'Company', always: true }] : [];
  return (schemas[create.body?.schema ?? '']?.fields ?? []).flatMap(({ required, readOnly, when, ref, items }) => {
    const to = ref ?? items?.ref;
    if (required !== true || readOnly === true || !to || !('resource' in to) || to.resource === name) return [];
    return [{ name: to.resource, always: when === undefined }];
  });
}
