import type { Json } from '#domain/model.ts';

/** On `window.island`. */
export type IslandHarness = {
  /** Draws the form of a resource afresh, from a document or from nothing. */
  open: (name: string, value: Json | undefined) => Promise<void>;
  /** What the form would have sent. */
  collected: { item: Json | undefined } | undefined;
};
