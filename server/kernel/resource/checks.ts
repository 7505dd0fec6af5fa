import { asText } from '#domain/json.ts';
import { fieldLabels, labelOf } from '#server/kernel/resource/labels.ts';
import { runRules } from '#domain/rules/registry.ts';
import { selectRows } from '#domain/select.ts';
import { getPath, pointerOf } from '#domain/value.ts';
import { duplicate, duplicateMac, ruleConfirm, validationFailed } from '#generated/problems.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { Failures } from '#server/kernel/resource/failures.ts';
import { heldFindings } from '#server/kernel/resource/held-fields.ts';
import { placeFindings } from '#server/kernel/resource/places.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec, RefPath } from '#server/store/items/item-spec.ts';
import { idsWith, isTaken } from '#server/store/query/lookup.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** Everything that is checked of a document beyond its schema. */
export async function checkDocument(doc: Doc, change: Change, failures: Failures): Promise<void> {
  const { spec, call } = change;
  const missing: Finding[] = [];
  await failures.of(async () => missing.push(...(await missingReferences(doc, change))));
  const findings = [...missing];
  await failures.of(async () => findings.push(...(await placeFindings(doc, change))));
  await failures.of(() => findings.push(...runRules(spec.resource.rules, doc, failures.wrong)));
  findings.push(...heldFindings(doc, change));
  await failures.of(async () => findings.push(...(await ruleFindings(doc, change, new Set(missing.map(({ pointer }) => pointer))))));
  await failures.of(() => refuse(findings, call.query.confirm === true));
  await failures.of(() => rulesOf(spec).refuse?.(doc, change));
  await failures.of(() => refuseDuplicates(doc, change));
}

/** What the rules of the entity find, but for what the caller does not reach: that does not exist, and is called nothing. */
async function ruleFindings(doc: Doc, change: Change, missing: ReadonlySet<string>): Promise<Finding[]> {
  const known = (findings: readonly Finding[]): Finding[] => findings.filter(({ pointer }) => !missing.has(pointer));
  try {
    return known((await rulesOf(change.spec).check?.(doc, change)) ?? []);
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.extra.errors?.some(({ pointer }) => missing.has(pointer))) throw error;
    const left = known(error.extra.errors);
    if (left.length > 0) throw new ProblemError(error.problem, { ...error.extra, errors: left });
    return [];
  }
}

/** Errors are refused, questions are put once; what only warns is said by the form. */
export function refuse(findings: readonly Finding[], confirmed: boolean): void {
  const errors = findings.filter((finding) => (finding.level ?? 'error') === 'error');
  if (errors.length > 0) throw new ProblemError(validationFailed({ count: errors.length }), { errors: [...errors] });
  const questions = findings.filter((finding) => finding.level === 'confirm');
  if (questions.length > 0 && !confirmed) throw new ProblemError(ruleConfirm({ count: questions.length }), { errors: questions });
}

/** A reference must name an item that the caller reaches; one that was there before may stay. */
async function missingReferences(doc: Doc, change: Change): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const ref of [...change.spec.refs, ...ownerRef(change.spec)]) {
    const target = change.call.services.store.specNamed(ref.target);
    if (!target) continue;
    const known = new Set(change.before ? selectRows(change.before.doc, [ref.path]).map((row) => row[0]?.value) : []);
    const checked = new Map<unknown, boolean>();
    for (const [cell] of selectRows(doc, [ref.path])) {
      const value = cell?.value;
      if (!cell || value === undefined || value === null || value === '' || known.has(value)) continue;
      if (!checked.has(value)) checked.set(value, await exists(target, ref, String(value), doc, change));
      if (!checked.get(value))
        findings.push({
          pointer: cell.pointer,
          code: 'reference-missing',
          params: { field: labelOf(change, ref.path), value: String(value) },
        });
    }
  }
  return findings;
}

/** The tenant is a reference too, wherever it is stored. */
function ownerRef(spec: ItemSpec): RefPath[] {
  const field = spec.fields.fields?.find((each) => each.name === spec.owner);
  return field?.ref && 'resource' in field.ref && field.ref.resource !== spec.name
    ? [{ path: field.path, target: field.ref.resource, onDelete: 'restrict' }]
    : [];
}

async function exists(target: ItemSpec, ref: RefPath, value: string, doc: Doc, change: Change): Promise<boolean> {
  const { tx } = change;
  const fits = (stored: Stored | undefined): boolean => stored !== undefined && isNear(target, stored, doc, change.spec);
  if (ref.value === undefined || ref.value === target.id) return fits(await tx.get(target, value));
  for (const id of await idsWith(tx.db, target, { path: ref.value, in: [value] }, 20)) if (fits(await tx.get(target, id))) return true;
  return false;
}

/** What belongs to one tenant refers to its own things or to everybody's, also where the caller reaches several tenants. */
function isNear(target: ItemSpec, { owner }: Stored, doc: Doc, spec: ItemSpec): boolean {
  const own = spec.owner === undefined ? undefined : doc[spec.owner];
  if (typeof own !== 'string' || own === '' || owner === null || rulesOf(target).ofAnyCompany) return true;
  return target.owner === target.id || target.owner === undefined || owner === own;
}

/** `unique` of x-data. A set with an absent property binds nothing; an absent tenant is the tenant "everybody". */
async function refuseDuplicates(doc: Doc, { spec, tx, before, call }: Change): Promise<void> {
  const failures = new Failures();
  for (const set of spec.resource.data?.unique ?? []) {
    const paths = set.filter((path) => path !== spec.owner);
    const values = paths.map((path) => [path, getPath(doc, path)] as const);
    if (values.some(([, each]) => each === undefined || each === null || each === '')) continue;
    const within =
      spec.owner !== undefined && spec.owner !== spec.id && set.includes(spec.owner) ? { owner: asText(doc[spec.owner]) ?? null } : {};
    if (!(await isTaken(tx.db, spec, { values, ...within, except: before?.id }))) continue;
    const value = String(values.at(-1)?.[1]);
    const named = paths.at(-1) ?? spec.id;
    const problem =
      rulesOf(spec).duplicate?.(paths, value) ??
      (spec.fields.fields?.find((field) => field.path === named)?.format === 'mac' ? duplicateMac({ value }) : undefined) ??
      duplicate({ field: fieldLabels(call, spec.resource.file)[named] ?? named, value });
    const errors = [{ pointer: pointerOf(named), code: problem.code, params: problem.params }];
    await failures.of(() => {
      throw new ProblemError(problem, { errors });
    });
  }
  failures.throwAny();
}
