import { asArray, isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** What a constraint asks about the rest of the world, whoever's it is. */
export type Facts = {
  /** The document as it was; absent on a create. */
  before?: Doc;
  /** Milliseconds. */
  now: number;
  one(resource: string, id: Json | undefined): Promise<Doc | undefined>;
  /** Other items that refer to an id by a property. */
  users(resource: string, path: string, id: Json | undefined): Promise<Doc[]>;
  countUsers(resource: string, path: string, id: Json | undefined): Promise<number>;
};

export function factsOf(doc: Doc, { call, tx, spec, before }: Change): Facts {
  const specOf = (resource: string) => call.services.store.specNamed(resource);
  const usersOf = async (resource: string, path: string, id: Json | undefined): Promise<Stored[]> => {
    const user = specOf(resource);
    if (!user || typeof id !== 'string' || id === '') return [];
    const found = await tx.find(user, { [path]: id });
    return found.filter((each) => resource !== spec.name || each.id !== doc[spec.id]);
  };
  return {
    ...(before ? { before: before.doc } : {}),
    now: call.services.clock.now(),
    async one(resource, id) {
      const target = specOf(resource);
      return target && typeof id === 'string' && id !== '' ? (await tx.anyOf(target, id))?.doc : undefined;
    },
    users: async (resource, path, id) => (await usersOf(resource, path, id)).map((stored) => stored.doc),
    countUsers: async (resource, path, id) => (await usersOf(resource, path, id)).length,
  };
}

/** The rows of an array property. */
export function rowsOf(doc: Doc | undefined, property: string): Doc[] {
  return asArray(doc?.[property]).filter(isObject);
}

/** The texts of an array property. */
export function textsOf(doc: Doc | undefined, property: string): string[] {
  const value = doc?.[property];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function textOf(doc: Doc | undefined, property: string): string {
  const value = doc?.[property];
  return typeof value === 'string' ? value : '';
}

export function numberOf(doc: Doc | undefined, property: string): number {
  const value = doc?.[property];
  return typeof value === 'number' ? value : 0;
}

/** A POP, circuit or service that nobody can count on now. */
export function isOut(item: Doc | undefined): boolean {
  return ['maintenance', 'abnormal'].includes(textOf(item, 'serviceStatus'));
}

/** What all WAN links of a POP carry together, Mbps. */
export function linkCapacity(pop: Doc | undefined): number {
  return rowsOf(pop, 'wanLinks').reduce((sum, link) => sum + numberOf(link, 'bandwidth'), 0);
}
