import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 10;
let turned = performance.now();

/**
 * For work over many things: awaited between two of them, it lets others go first once work has gone on for long enough,
 * whichever works took turns in it. Promises alone do not: of those that are done at once the loop sees nothing.
 */
export async function breathe(): Promise<void> {
  // where a test has put the clock ahead, and back, the last turn is in the future
  if (Math.abs(performance.now() - turned) < SLICE_MS) return;
  await setImmediate();
  turned = performance.now();
}

/** What becomes of each of very many things, in order. */
export async function mapInTurns<From, To>(all: readonly From[], each: (one: From, index: number) => To): Promise<To[]> {
  const found: To[] = [];
  for (const [index, one] of all.entries()) {
    await breathe();
    found.push(each(one, index));
  }
  return found;
}
