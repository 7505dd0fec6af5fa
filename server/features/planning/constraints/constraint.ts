import type { Problem } from '#generated/problems.ts';
import type { Facts } from '#server/features/planning/constraints/facts.ts';
import type { Doc } from '#server/store/items/tables.ts';

/**
 * What must hold between WAN ports, POPs, circuits, services and what they stand on: one service code each
 * (spec 8, decision 16). The sentences are in `openapi/service-codes.yaml`.
 */
export type Constraint = {
  /** The service code of the problem that `test` answers. */
  code: number;
  resource: string;
  /** Properties whose change asks it again: what was so before may stay. A deletion asks those without any. */
  watch: readonly string[];
  /** The property that is to blame. */
  at: string;
  test: (doc: Doc, facts: Facts) => Promise<Problem | undefined> | Problem | undefined;
};
