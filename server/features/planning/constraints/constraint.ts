import { getPath, pointerOf } from '#domain/value.ts';
import { type Problem } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Facts, factsOf } from '#server/features/planning/constraints/facts.ts';
import { constraints } from '#server/features/planning/constraints/registry.ts';
import { type Change } from '#server/kernel/resource/entity.ts';
import { type Doc } from '#server/store/items/tables.ts';

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

/** Refuses the first constraint that a document breaks. */
export async function refuseConstraints(doc: Doc, change: Change): Promise<void> {
  const { before } = change;
  const asked = (constraints.get(change.spec.name) ?? []).filter(
    ({ watch }) => watch.length > 0 && (!before || watch.some((path) => !same(getPath(doc, path), getPath(before.doc, path)))),
  );
  await refuseFirst(asked, doc, change);
}

/** Refuses a deletion that breaks a constraint. */
export async function refuseDeletion(doc: Doc, change: Change): Promise<void> {
  await refuseFirst(
    (constraints.get(change.spec.name) ?? []).filter(({ watch }) => watch.length === 0),
    doc,
    change,
  );
}

async function refuseFirst(asked: readonly Constraint[], doc: Doc, change: Change): Promise<void> {
  const facts = factsOf(doc, change);
  for (const { at, test } of asked) {
    const problem = await test(doc, facts);
    if (problem) throw new ProblemError(problem, { errors: [{ pointer: pointerOf(at), code: problem.code, params: problem.params }] });
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
