import { asObject } from '#domain/json.ts';
import type { EntityName } from '#generated/server/entities.ts';
import type { PopWanLink, ServiceState } from '#generated/server/stored.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { type DocOf, isSpecOf, type Where } from '#server/store/items/typed.ts';

/** What a constraint asks about the rest of the world, whoever's it is. */
export type Facts<Name extends string = string> = {
  /** The document as it was; absent on a create. */
  before?: DocOf<Name>;
  /** Milliseconds. */
  now: number;
  one<Target extends EntityName>(resource: Target, id: string | undefined): Promise<DocOf<Target> | undefined>;
  /** Other items that refer to an id by a property; none to an id that is not there. */
  users<User extends EntityName>(resource: User, by: Where<User>): Promise<DocOf<User>[]>;
};

export function factsOf<Name extends string>(doc: object, { call, tx, spec, before }: Change<Name>): Facts<Name> {
  const { store, clock } = call.services;
  const own = asObject(doc)[spec.id];
  return {
    ...(before ? { before: before.doc } : {}),
    now: clock.now(),
    async one(resource, id) {
      const target = store.specIf(resource);
      return target && id !== undefined && id !== '' ? (await tx.anyOf(target, id))?.doc : undefined;
    },
    async users(resource, by) {
      const user = store.specIf(resource);
      if (!user || Object.values(by).some((id) => id === undefined || id === '')) return [];
      const found = await tx.find(user, by);
      return found.filter(({ id }) => !isSpecOf(spec, resource) || id !== own).map((stored) => stored.doc);
    },
  };
}

/** A POP, circuit or service that nobody can count on now. */
export function isOut({ serviceStatus }: { serviceStatus?: ServiceState }): boolean {
  return serviceStatus === 'maintenance' || serviceStatus === 'abnormal';
}

/** What all WAN links of a POP carry together, Mbps. */
export function linkCapacity({ wanLinks = [] }: { wanLinks?: PopWanLink[] }): number {
  return wanLinks.reduce((sum, { bandwidth }) => sum + bandwidth, 0);
}
