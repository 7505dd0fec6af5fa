import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * For work over many things that nobody waits for: awaited between two of them, it lets others go first once the work has
 * taken long enough. Promises alone do not: of those that are done at once the loop sees nothing.
 */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
