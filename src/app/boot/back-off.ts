const first = 4000;
const longest = 5 * 60_000;

/** Milliseconds to wait after so many failures: doubling up to five minutes, spread by a quarter. `chance` is 0 to 1. */
export function backOff(failures: number, chance: number): number {
  return Math.round(Math.min(longest, first * 2 ** Math.min(failures, 20)) * (0.75 + chance / 2));
}
