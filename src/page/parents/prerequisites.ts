import type { Field, ListedResource } from '#domain/model.ts';
import { isFixed } from '#api/asked-headers.ts';
import type { Scope } from '#resource/scope.ts';

/** A parent, a query or a header that is chosen for a page before its rows; without an optional one it shows all of them. */
export type Prerequisite = { field: Field; in: 'path' | 'query' | 'header'; optional: boolean };

/** Those of a resource: what its list cannot do without, then what only other calls need. */
export function prerequisitesOf({ operations, settings }: ListedResource, { list, get, model }: Scope): Prerequisite[] {
  const [nearest] = settings ? [get] : [list ?? operations.list[0]];
  const calls = settings ? [operations.get, operations.update] : [operations.list, operations.create, operations.update, operations.delete];
  const found = new Map<string, Prerequisite>();
  const add = (field: Field, place: Prerequisite['in'], optional: boolean): void => {
    if (!(field.name in model.context) && !found.has(field.name) && !(place === 'header' && isFixed(field)))
      found.set(field.name, { field, in: place, optional });
  };
  for (const field of nearest?.pathParams ?? []) add(field, 'path', false);
  for (const field of nearest?.query ?? []) if (field.required) add(field, 'query', false);
  for (const field of nearest?.asked ?? []) add(field, 'header', false);
  for (const { asked = [] } of Object.values(operations).flat()) for (const field of asked) add(field, 'header', true);
  for (const { kind, pathParams } of calls.flat()) {
    // the last one of a call on an item is the item's own
    const parents = settings || kind === 'list' || kind === 'create' ? pathParams : pathParams.slice(0, -1);
    for (const field of parents) add(field, 'path', true);
  }
  return [...found.values()];
}
