/** How long each stage of a pass took. */
export class Stages {
  readonly #begun = Date.now();
  readonly #started = performance.now();
  readonly #times = new Map<string, number>();
  #before = performance.now();

  lap(stage: string): void {
    const now = performance.now();
    this.#times.set(stage, (this.#times.get(stage) ?? 0) + now - this.#before);
    this.#before = now;
  }

  total(): number {
    return Math.round(performance.now() - this.#started);
  }

  /** For who measures: when the pass began, what each stage took so far, and when that was. */
  line(): string {
    return `stages ${JSON.stringify({ begun: this.#begun, sent: Date.now(), times: Object.fromEntries(this.#times) })}`;
  }
}
