import type { Services } from '#server/kernel/services.ts';

/** What a feature keeps of its own for a server: made when first asked for, once for each. */
export function part<T>(make: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<Services, { value: T }>();
  return (services) => {
    let kept = made.get(services);
    if (!kept) made.set(services, (kept = { value: make(services) }));
    return kept.value;
  };
}
