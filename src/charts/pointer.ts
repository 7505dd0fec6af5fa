/** The instant (milliseconds) that the pointer is at in one of some charts, which all of them show, once in a frame. */
export class Pointer {
  #at: number | undefined;
  #next: number | undefined;
  #isAsked = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly at = (): number | undefined => this.#at;

  readonly move = (at: number | undefined): void => {
    this.#next = at;
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      if (this.#next === this.#at) return;
      this.#at = this.#next;
      for (const listener of this.#listeners) listener();
    });
  };

  /** A finger leaves where it pointed at: what it showed stays until something else is touched. */
  readonly touch = (at: number): void => {
    this.move(at);
    document.addEventListener('pointerdown', () => this.move(undefined), { once: true, capture: true });
  };
}

const shared = new Map<string, Pointer>();

/** That of charts of one name. */
export function pointerOf(group: string): Pointer {
  let pointer = shared.get(group);
  if (!pointer) shared.set(group, (pointer = new Pointer()));
  return pointer;
}
