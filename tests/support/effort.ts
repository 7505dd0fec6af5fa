/** `THOROUGH=1`, by night: more of what is tried at random, from a seed of its own; it is printed where something fails. */
const thorough = Boolean(process.env['THOROUGH']);

/** How often something is tried: as often as finds most faults, or by night as often as there is time for. */
export function times(usual: number, byNight: number): number {
  return thorough ? byNight : usual;
}

/** fast-check's options: the same values every day, so that a red run is the change's fault; others by night. */
export function effort(usual: number, byNight: number): { numRuns: number; seed?: number } {
  return thorough ? { numRuns: byNight } : { numRuns: usual, seed: 20_260_302 };
}
