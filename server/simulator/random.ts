/** A stream of numbers that a seed determines: the demo world is the same on every machine. */
export type Random = {
  /** From 0 up to, not with, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(share: number): boolean;
  /** So many different ones, in the order they stand in. */
  some<T>(choices: readonly T[], count: number): T[];
};

/** mulberry32: 32 bits of state, good enough for scenery. */
export function randomFrom(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const found = choices.length === 0 ? undefined : choices[int(0, choices.length - 1)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    some(choices, count) {
      let left = Math.min(count, choices.length);
      return choices.filter((_, index) => {
        const taken = next() * (choices.length - index) < left;
        if (taken) left--;
        return taken;
      });
    },
  };
}

/** FNV-1a of a text: names a stream of its own. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
