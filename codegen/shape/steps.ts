import type { Condition, Json } from '#domain/model.ts';
import { asObject, texts } from '#domain/json.ts';
import type { Plain } from '../normalise/plain.ts';
import type { ContractDocument } from '../read/document.ts';
import { compileCondition, join } from './condition.ts';

/** How an object comes to its fields, in order: a property is there, always or while a condition holds; one is needed while another holds. */
export type Step = { name: string; schema: Json; when?: Condition; required?: true } | { name: string; neededWhen: Condition };

type Scope = { document: ContractDocument; report: (what: 'condition') => void };

export function stepsOf({ document, report }: Scope, plain: Plain): Step[] {
  const required = new Set(plain.required);
  const steps: Step[] = Object.entries(plain.properties ?? {}).flatMap(([name, schema]) =>
    schema === false ? [] : [{ name, schema, required: required.has(name) || undefined }],
  );
  for (const [property, needs] of Object.entries(asObject(plain.keywords['dependentRequired'])))
    for (const name of texts(needs)) steps.push({ name, neededWhen: { property, present: true } });
  for (const { test, then, else: otherwise } of ownBranches(plain)) {
    const when = compileCondition(document, test);
    if (when === undefined) report('condition');
    addBranch(document, steps, then, when);
    addBranch(document, steps, otherwise, when && { not: when });
  }
  return steps;
}

function ownBranches({ branch, branches }: Plain): Plain['branches'] {
  return branch === undefined ? branches : [branch, ...branches];
}

/** `when` undefined: it could not be told, the branch always counts. */
function addBranch(document: ContractDocument, steps: Step[], plain: Plain | undefined, when: Condition | undefined): void {
  if (plain === undefined) return;
  const required = new Set(plain.required);
  for (const [name, schema] of Object.entries(plain.properties ?? {})) {
    if (schema === false || steps.some((step) => 'schema' in step && step.name === name && step.when === undefined)) continue;
    steps.push({ name, schema, when, required: (required.has(name) && when !== undefined) || undefined });
  }
  if (when !== undefined) for (const name of required) steps.push({ name, neededWhen: when });
  for (const { test, then, else: otherwise } of ownBranches(plain)) {
    const inner = compileCondition(document, test);
    addBranch(document, steps, then, both(when, inner));
    addBranch(document, steps, otherwise, both(when, inner && { not: inner }));
  }
}

function both(outer: Condition | undefined, inner: Condition | undefined): Condition | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  return join('all', [outer, inner]);
}
