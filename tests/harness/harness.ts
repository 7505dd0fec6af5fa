/** What the harness page draws. */
export type Case = 'Small' | 'Wide' | 'Long' | 'Rules' | 'Row';

/** On `window.harness`. */
export type Harness = {
  /** Draws a case afresh; milliseconds until the frame that has as many elements of the selector is shown. */
  mount: (what: Case, count: number, selector: string, least: number) => Promise<number>;
};
