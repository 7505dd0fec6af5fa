import { getPath, pointerOf } from '#domain/value.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import type { AnyConstraint } from '#server/features/planning/constraints/constraint.ts';
import { factsOf } from '#server/features/planning/constraints/facts.ts';
import { constraints } from '#server/features/planning/constraints/registry.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

type Rules = Readonly<Record<string, EntityRules>>;

/** The rules of entities, with the constraints of those that have any. */
export function constrained(rules: Rules): Rules {
  const more = [...constraints.keys()].map((name): [string, EntityRules] => [
    name,
    { ...rules[name], refuse: refuseConstraints, refuseDeletion },
  ]);
  return { ...rules, ...Object.fromEntries(more) };
}

/** Refuses the first constraint that a document breaks. */
async function refuseConstraints(doc: Doc, change: Change): Promise<void> {
  const { before } = change;
  const asked = (constraints.get(change.spec.name) ?? []).filter(
    ({ watch }) => watch.length > 0 && (!before || watch.some((path) => !same(getPath(doc, path), getPath(before.doc, path)))),
  );
  await refuseFirst(asked, doc, change);
}

/** Refuses a deletion that breaks a constraint. */
async function refuseDeletion({ doc }: Stored, change: Change): Promise<void> {
  await refuseFirst(
    (constraints.get(change.spec.name) ?? []).filter(({ watch }) => watch.length === 0),
    doc,
    change,
  );
}

async function refuseFirst(asked: readonly AnyConstraint[], doc: Doc, change: Change): Promise<void> {
  const facts = factsOf(doc, change);
  for (const { at, test } of asked) {
    const problem = await test(doc, facts);
    if (problem) throw new ProblemError(problem, { errors: [{ pointer: pointerOf(at), code: problem.code, params: problem.params }] });
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
