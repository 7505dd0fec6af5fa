import type { Problem } from '#generated/problems.ts';
import type { EntityName } from '#generated/server/entities.ts';
import type { Facts } from '#server/features/planning/constraints/facts.ts';
import type { Doc } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** The problem that a document is, or none. It is run with documents of its own entity alone: `resource` says of which. */
export type Test<Args extends unknown[]> = { test(...args: Args): Promise<Problem | undefined> | Problem | undefined }['test'];

/**
 * What must hold between WAN ports, POPs, circuits, services and what they stand on: one service code each
 * (spec 8, decision 16). The sentences are in `openapi/service-codes.yaml`.
 */
export type Constraint<Name extends EntityName> = {
  /** The service code of the problem that `test` answers. */
  code: number;
  resource: Name;
  /** Properties whose change asks it again: what was so before may stay. A deletion asks those without any. */
  watch: readonly (keyof DocOf<Name> & string)[];
  /** The property that is to blame. */
  at: string;
  test: Test<[doc: DocOf<Name>, facts: Facts<Name>]>;
};

/** One of any entity, as it is asked: documents are compared by their paths, whatever they are of. */
export type AnyConstraint = {
  code: number;
  resource: string;
  watch: readonly string[];
  at: string;
  test: Test<[doc: Doc, facts: Facts]>;
};
