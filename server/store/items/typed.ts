import type { Entities, EntityName, EntityPaths, EntityStamps } from '#generated/server/entities.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Among } from '#server/store/query/reach.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** The document of an entity by its name; of one that only the contract at run time knows, any. */
export type DocOf<Name extends string> = Name extends EntityName ? Entities[Name] : Doc;

/** The same before it is stored: what the store itself keeps up is not its writer's to say. */
export type Draft<Name extends string> = Name extends EntityName ? Omit<Entities[Name], EntityStamps[Name]> : Doc;

/** What rows must have, by the path of what has a column (`siteIds[]` for a list of values); several values mean any of them. */
export type Where<Name extends string> = Name extends EntityName
  ? { [Path in keyof EntityPaths[Name]]?: EntityPaths[Name][Path] | readonly EntityPaths[Name][Path][] }
  : Doc;

/** What of an entity has a column, by its path; of one that only the contract at run time knows, any. */
export type Column<Name extends string> = Name extends EntityName ? keyof EntityPaths[Name] & string : string;

/** The same as a list asks for it. */
export function wanted(where: object = {}): Among[] {
  return Object.entries(where).flatMap(([path, value]: [string, unknown]) => {
    if (value === undefined) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return [
      { path, in: values.map((each) => (typeof each === 'boolean' ? Number(each) : typeof each === 'number' ? each : String(each))) },
    ];
  });
}

export function isSpecOf<Name extends string>(spec: ItemSpec, name: Name): spec is ItemSpec<Name> {
  return spec.name === name;
}

/** What stands in the table of an entity is what its schema says: it was checked on its way in. */
export function typed<Name extends string>(_spec: ItemSpec<Name>, stored: Stored): Stored<DocOf<Name>> {
  return stored as Stored<DocOf<Name>>;
}

/** A document of a list as its entity has it. */
export function docOf<Name extends string>(_spec: ItemSpec<Name>, text: string): DocOf<Name> {
  return JSON.parse(text) as DocOf<Name>;
}
