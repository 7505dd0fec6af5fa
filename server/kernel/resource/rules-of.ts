import type { EntityRules } from '#server/kernel/resource/entity.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

const bound = new WeakMap<ItemSpec, EntityRules>();
const none: EntityRules = {};

/** Says what entities do beyond their schema, once, when their store was opened. */
export function bindRules(specs: readonly ItemSpec[], rules: Readonly<Record<string, EntityRules>>): void {
  for (const spec of specs) bound.set(spec, rules[spec.name] ?? none);
}

/** What an entity does beyond its schema. */
export function rulesOf(spec: ItemSpec): EntityRules {
  return bound.get(spec) ?? none;
}
