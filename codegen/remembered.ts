/** One pass after another over the same contract: what hardly differs is made anew, the rest was remembered. */
export class Memory {
  readonly since = Date.now();
}

/** What something was made of beside what it was given: what it asked for, and what it found. */
export type Lookup = { kind: string; name: string; found: unknown };

/** Notes what is asked for while something is made, so that it is made again as soon as one of the answers differs. */
export class Lookups {
  readonly #ways = new Map<string, (name: string) => unknown>();
  readonly #open: Map<string, Lookup>[] = [];

  /** A way to find things of one kind. */
  noted<T>(kind: string, find: (name: string) => T): (name: string) => T {
    this.#ways.set(kind, find);
    return (name) => {
      const found = find(name);
      if (this.#open.length > 0) this.#note({ kind, name, found });
      return found;
    };
  }

  during<T>(make: () => T): { value: T; asked: readonly Lookup[] } {
    const own = new Map<string, Lookup>();
    this.#open.push(own);
    try {
      const value = make();
      return { value, asked: [...own.values()] };
    } finally {
      this.#open.pop();
    }
  }

  /** Whether every answer is the same one again. What is made around it depends on them too. */
  stillHold(asked: readonly Lookup[]): boolean {
    if (!asked.every(({ kind, name, found }) => this.#ways.get(kind)?.(name) === found)) return false;
    if (this.#open.length > 0) for (const each of asked) this.#note(each);
    return true;
  }

  #note(lookup: Lookup): void {
    const key = `${lookup.kind} ${lookup.name}`;
    for (const each of this.#open) each.set(key, lookup);
  }
}

type Entry<T> = { inputs: readonly unknown[]; asked: readonly Lookup[]; value: T };

/** Results of one step, by name: the last one of each memory. */
export class Remembered<T> {
  readonly #known = new WeakMap<Memory, Map<string, Entry<T>>>();

  /** The result of before, if it was made of the very same things; else it is made. */
  of(memory: Memory, name: string, inputs: readonly unknown[], make: () => T, lookups = new Lookups()): T {
    let entries = this.#known.get(memory);
    if (entries === undefined) this.#known.set(memory, (entries = new Map()));
    const known = entries.get(name);
    if (known && areSame(known.inputs, inputs) && lookups.stillHold(known.asked)) return known.value;
    const { value, asked } = lookups.during(make);
    entries.set(name, { inputs, asked, value });
    return value;
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => Object.is(each, others[index]));
}
