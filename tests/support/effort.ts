/** `THOROUGH=1`, by night: more of what is tried at random, from a seed of its own; it is printed where something fails. */
export const thorough = Boolean(process.env['THOROUGH']);

/** What has no SQL of its own and is known from SQLite already: on PostgreSQL by night. */
export const knownOfSqlite = !thorough && process.env['TEST_DATABASE_URL'] !== undefined;

/** How often something is tried: as often as finds most faults, or by night as often as there is time for. */
export function times(usual: number, byNight: number): number {
  return thorough ? byNight : usual;
}

/** fast-check's options: the same values every day, so that a red run is the change's fault; others by night. */
export function effort(usual: number, byNight: number): { numRuns: number; seed?: number } {
  return thorough ? { numRuns: byNight } : { numRuns: usual, seed: 20_260_302 };
}

/**
 * The fewest of them that bring every feature that any of them has; by night all. What differs in nothing but its words is
 * the same code once more.
 */
export function covering<T>(all: readonly T[], featuresOf: (each: T) => Iterable<string>): ReadonlySet<T> {
  if (thorough) return new Set(all);
  const left = new Map(all.map((each) => [each, new Set(featuresOf(each))]));
  const chosen = new Set<T>();
  for (;;) {
    const [broadest] = [...left].toSorted(([, a], [, b]) => b.size - a.size);
    if (!broadest || broadest[1].size === 0) return chosen;
    const [each, brought] = broadest;
    chosen.add(each);
    left.delete(each);
    for (const features of left.values()) for (const feature of brought) features.delete(feature);
  }
}

/** Once for each kind; by night every time. */
export function firstOfItsKind(): (kind: string) => boolean {
  const known = new Set<string>();
  return (kind) => thorough || (!known.has(kind) && Boolean(known.add(kind)));
}

/** Of two rows of things each of the one with every second of the other; by night with all. */
export function everySecond<A, B>(ones: readonly A[], others: readonly B[]): (one: A, other: B) => boolean {
  return (one, other) => thorough || (ones.indexOf(one) + others.indexOf(other)) % 2 === 0;
}

/** Of those of which all must come to the same, the first and the last; by night all. */
export function firstAndLast<T>(all: readonly T[]): ReadonlySet<T> {
  return new Set(thorough ? all : [...all.slice(0, 1), ...all.slice(-1)]);
}
