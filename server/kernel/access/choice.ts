import type { Role } from '#domain/access/permission-tree.ts';
import type { Store } from '#server/store/store.ts';

type Chooser = { choices: ReadonlyMap<string, unknown> };
type Read<T> = (store: Store, role: Role) => Promise<T>;

const known = new Map<string, Read<object>>();

/**
 * Something that a feature lets people choose and that decides which rows they see. It is read along with what a person may do, again
 * whenever the store says that this name has changed, and who chose otherwise listens apart. Answers what reads it off a person.
 */
export function choice<T>(name: string, read: Read<T>): (chooser: Chooser) => T | undefined {
  const kept = new WeakMap<object, T>();
  known.set(name, async (store, role) => {
    const chosen = { value: await read(store, role) };
    kept.set(chosen, chosen.value);
    return chosen;
  });
  return ({ choices }) => {
    const chosen = choices.get(name);
    return typeof chosen === 'object' && chosen !== null ? kept.get(chosen) : undefined;
  };
}

export function isChoice(name: string): boolean {
  return known.has(name);
}

/** What there is to be chosen, as it is now for people of a kind. */
export async function choicesOf(store: Store, role: Role): Promise<Map<string, unknown>> {
  return new Map(await Promise.all([...known].map(async ([name, read]) => [name, await read(store, role)] as const)));
}
