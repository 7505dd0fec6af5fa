import type { AnyConstraint } from '#server/features/planning/constraints/constraint.ts';
import { circuitConstraints } from '#server/features/planning/constraints/circuit.ts';
import { planningConstraints } from '#server/features/planning/constraints/planning.ts';
import { platformConstraints } from '#server/features/planning/constraints/platform.ts';
import { popChoiceConstraints } from '#server/features/planning/constraints/pop-choice.ts';
import { serviceConstraints } from '#server/features/planning/constraints/service.ts';
import { wanConstraints } from '#server/features/planning/constraints/wan.ts';

const all: readonly AnyConstraint[] = [
  ...wanConstraints,
  ...popChoiceConstraints,
  ...planningConstraints,
  ...circuitConstraints,
  ...serviceConstraints,
  ...platformConstraints,
];

/** By resource, in the order in which they are asked. */
export const constraints: ReadonlyMap<string, readonly AnyConstraint[]> = Map.groupBy(all, ({ resource }) => resource);
