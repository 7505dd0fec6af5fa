import { type Constraint } from '#server/rules/constraints/constraint.ts';
import { circuitConstraints } from '#server/rules/constraints/circuit.ts';
import { planningConstraints } from '#server/rules/constraints/planning.ts';
import { platformConstraints } from '#server/rules/constraints/platform.ts';
import { popChoiceConstraints } from '#server/rules/constraints/pop-choice.ts';
import { serviceConstraints } from '#server/rules/constraints/service.ts';
import { wanConstraints } from '#server/rules/constraints/wan.ts';

const all: readonly Constraint[] = [
  ...wanConstraints,
  ...popChoiceConstraints,
  ...planningConstraints,
  ...circuitConstraints,
  ...serviceConstraints,
  ...platformConstraints,
];

/** By resource, in the order in which they are asked. */
export const constraints: ReadonlyMap<string, readonly Constraint[]> = Map.groupBy(all, ({ resource }) => resource);
