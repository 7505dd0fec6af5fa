import type { Located } from '#domain/select.ts';

/** A rule broken at one place; `at` among the params is the other place that it collides with. `code` is a key of `locales/{zh,en}/validation.json` unless the schema gave its own. */
export type Violation = { pointer: string; code: string; params?: Record<string, string | number> };

/**
 * A named cross-field rule, used by form, import and server alike. `rows` is what `over` selects (see `selectRows`).
 * Values of a wrong type or format are the schema's to refuse: a rule passes over what it cannot read.
 */
export type Rule = {
  name: string;
  /** Keys that `with` may have; `when` is understood for every rule. */
  options?: readonly string[];
  /** Its answer needs every cell: one that is missing may be the one that it asks for, or the one that would do. */
  whole?: true;
  check: (rows: Located[][], options: Record<string, unknown>, doc: unknown) => Violation[];
};
