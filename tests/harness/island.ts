import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Json } from '#domain/model.ts';

/** On `window.island`. */
export type IslandHarness = {
  /** Draws the form of a resource afresh, from a document or from nothing. */
  open: (name: string, value: Json | undefined) => Promise<void>;
  /** A form of the library itself, in our theme. */
  plain: (schema: RJSFSchema, uiSchema: UiSchema) => void;
  /** What the form would have sent. */
  collected: { item: Json | undefined } | undefined;
};
