import { asObject } from '#domain/json.ts';
import { getPointer } from '#domain/pointer.ts';
import { illegalTransition, notFound, preconditionRequired, stale, tenant } from '#generated/problems.ts';
import type { Answer, Call } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { checkDocument, refuse } from '#server/kernel/resource/checks.ts';
import { keepReadOnly, keepWithheld, withDefaults } from '#server/kernel/resource/defaults.ts';
import { Failures } from '#server/kernel/resource/failures.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { titleOf, valueLabel } from '#server/kernel/resource/labels.ts';
import { refuseUnfit } from '#server/kernel/resource/mismatch.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { deleteItem } from '#server/kernel/resource/references.ts';
import { keepSecrets, takeSecrets } from '#server/kernel/resource/secrets.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { patched } from '#server/store/items/patch.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

export async function createItem(spec: ItemSpec, call: Call, tx: Transaction): Promise<Answer> {
  const stored = await storeNew(spec, asObject(call.body), { call, tx, spec });
  return {
    ...(await answerOf(spec, tx, stored)),
    headers: {
      location: `${call.served.operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path[name] ?? ''))}/${encodeURIComponent(stored.id)}`,
    },
  };
}

/** Every step of a create, for calls, bulk, import, restore and seed alike. */
export async function storeNew(spec: ItemSpec, body: Doc, change: Change): Promise<Stored> {
  const { call, tx } = change;
  const failures = new Failures();
  const { doc, secrets } = await readyNew(spec, body, change, failures);
  failures.throwAny();
  const stored = await (isTenant(spec) ? tx.asServer() : tx).insert(spec, doc, secrets, call.served.operation.id);
  await rulesOf(spec).written?.(stored, change);
  return stored;
}

/** What is wrong with a new item beyond what the schema refuses of it. */
export async function newFindings(spec: ItemSpec, call: Call, tx: Transaction, wrong: readonly string[]): Promise<Finding[]> {
  const failures = new Failures(wrong);
  await failures.of(() => readyNew(spec, withoutPlaces(asObject(call.body), wrong), { call, tx, spec }, failures));
  return failures.findings();
}

/** The document that a create stores, its checks done. */
async function readyNew(spec: ItemSpec, body: Doc, change: Change, failures: Failures): Promise<{ doc: Doc; secrets: Doc }> {
  const { call, tx } = change;
  const { doc: given, secrets } = takeSecrets(spec, withDefaults(spec.fields, body));
  let doc = inScope(spec, given, call);
  const { states } = spec.resource.data ?? {};
  if (states && doc[states.property] === undefined) doc[states.property] = states.initial;
  if (!spec.single && doc[spec.id] === undefined) doc[spec.id] = newId();
  doc = (await failures.of(() => rulesOf(spec).complete?.(doc, change))) ?? doc;
  if (failures.none && !isTenant(spec)) mustBeWritable(spec, doc, tx);
  await checkDocument(doc, { ...change, secrets }, failures);
  return { doc, secrets };
}

/** A new tenant is nobody's yet: the permission to create it was checked before. */
function isTenant(spec: ItemSpec): boolean {
  return spec.owner === spec.id;
}

/** A deleted item with its own id, as it was: every check of a create, and what follows of one. */
export async function storeAgain(spec: ItemSpec, given: Doc, kept: { createdAt?: number; secrets: Doc }, change: Change): Promise<Stored> {
  const { call, tx } = change;
  const { restored, complete, written } = rulesOf(spec);
  const failures = new Failures();
  const doc = (await failures.of(() => (restored ?? complete)?.(given, change))) ?? given;
  await checkDocument(doc, { ...change, secrets: kept.secrets }, failures);
  failures.throwAny();
  const now = call.services.clock.now();
  const times = { createdAt: kept.createdAt ?? now, updatedAt: now };
  const writes = isTenant(spec) ? tx.asServer() : tx;
  const stored = await writes.insert(spec, doc, kept.secrets, call.served.operation.id, times);
  await written?.(stored, change);
  return stored;
}

export async function updateItem(spec: ItemSpec, call: Call, tx: Transaction): Promise<Answer<never>> {
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  await mustMatch(spec, before, call, tx);
  return answerOf(spec, tx, await storeChange(spec, before, asObject(call.body), { call, tx, spec, before }));
}

/** Every step of a replacement. */
export async function storeChange(spec: ItemSpec, before: Stored, body: Doc, change: Change & { before: Stored }): Promise<Stored> {
  const { call, tx } = change;
  const failures = new Failures();
  const { doc, secrets } = await readyChange(spec, before, body, change, failures);
  failures.throwAny();
  const action = call.served.operation.id;
  const stored = before.revision === 0 ? await tx.insert(spec, doc, secrets, action) : await tx.update(spec, before, doc, secrets, action);
  // what only the server sets may not fit either: that is no caller's to mend
  refuseUnfit(spec, call, stored);
  await rulesOf(spec).written?.(stored, change);
  return stored;
}

/** What is wrong with a change beyond what the schema refuses of it. */
export async function changeFindings(spec: ItemSpec, call: Call, tx: Transaction, wrong: readonly string[]): Promise<Finding[]> {
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  const failures = new Failures(wrong);
  await failures.of(() => mustMatch(spec, before, call, tx));
  await failures.of(() => readyChange(spec, before, withoutPlaces(asObject(call.body), wrong), { call, tx, spec, before }, failures));
  return failures.findings();
}

/** The document that a replacement stores, its checks done. */
async function readyChange(
  spec: ItemSpec,
  before: Stored,
  body: Doc,
  change: Change & { before: Stored },
  failures: Failures,
): Promise<{ doc: Doc; secrets: Doc }> {
  const { call, tx } = change;
  const { doc: given, secrets } = takeSecrets(spec, withDefaults(spec.fields, body));
  let doc = inScope(
    spec,
    keepReadOnly(spec.fields, before.doc, keepWithheld(before.doc, given, tx.handle.withheld(spec, before.owner))),
    call,
  );
  if (!spec.single) doc[spec.id] = before.id;
  const hidden = spec.fields.fields?.find((field) => field.name === spec.owner);
  // the tenant of an item is changed by who sees it, never by who leaves it out
  if (spec.owner && doc[spec.owner] === undefined && before.owner !== null && (hidden?.readOnly || hidden?.modes))
    doc[spec.owner] = before.owner;
  doc = (await failures.of(() => rulesOf(spec).complete?.(doc, change))) ?? doc;
  await failures.of(() => mustKeepState(spec, before, doc, call));
  if (failures.none) mustBeWritable(spec, doc, tx);
  const kept = keepSecrets(before.doc, before.secret, doc, secrets);
  await checkDocument(doc, { ...change, secrets: kept }, failures);
  return { doc, secrets: kept };
}

export async function deleteStored(spec: ItemSpec, call: Call, tx: Transaction): Promise<Answer> {
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  await mustMatch(spec, before, call, tx);
  if (!tx.handle.mayWrite(spec, before.owner)) throw new ProblemError(tenant());
  await deleteItem(before, { call, tx, spec, before });
  return { status: 204 };
}

/** `If-Match` against the revision; `*` fits any. Operations without it go by the last write. */
export async function mustMatch(spec: ItemSpec, before: Stored, call: Call, tx: Transaction): Promise<void> {
  if (!call.served.operation.ifMatch) return;
  if (call.ifMatch === undefined) throw new ProblemError(preconditionRequired());
  const tags = call.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(`"${before.revision}"`)) {
    throw new ProblemError(stale({ entity: titleOf(call, spec.resource.file) }), {
      current: (await tx.shown(spec, before)).doc,
      headers: { etag: `"${before.revision}"` },
    });
  }
}

/** The path fills what it names; a body that says otherwise contradicts itself. */
function inScope(spec: ItemSpec, doc: Doc, call: Call): Doc {
  const scoped: Doc = { ...doc };
  const findings: Finding[] = [];
  const names = new Set((spec.fields.fields ?? []).map((field) => field.name));
  const params = call.served.operation.pathParams;
  const item = call.served.operation.kind === 'create' ? params : params.slice(0, -1);
  for (const { name } of item) {
    if (!names.has(name) || name === spec.id) continue;
    const value = call.path[name] ?? '';
    if (scoped[name] !== undefined && scoped[name] !== value)
      findings.push({ pointer: `/${name}`, code: 'schema.const', params: { allowed: value, value: JSON.stringify(scoped[name]) } });
    scoped[name] = value;
  }
  refuse(findings, true);
  return scoped;
}

function mustKeepState(spec: ItemSpec, before: Stored, doc: Doc, call: Call): void {
  const { states } = spec.resource.data ?? {};
  if (!states) return;
  const [from, to] = [before.doc[states.property], doc[states.property]];
  if (from === undefined || from === to) return;
  const word = (state: unknown): string => valueLabel(call, spec.resource.file, states.property, state);
  if (states.transitions[String(from)]?.some((next) => next === to)) return;
  const problem = illegalTransition({ from: word(from), to: word(to) });
  throw new ProblemError(problem, { errors: [{ pointer: `/${states.property}`, code: problem.code, params: problem.params }] });
}

function mustBeWritable(spec: ItemSpec, doc: Doc, tx: Transaction): void {
  const owner = spec.owner === undefined ? undefined : doc[spec.owner];
  if (tx.handle.mayWrite(spec, typeof owner === 'string' ? owner : null)) return;
  throw new ProblemError(spec.owner === spec.id ? notFound() : tenant());
}

/** The document as far as it can be read: an element of an array leaves a gap, so that the places of the others stay. */
function withoutPlaces(doc: Doc, places: readonly string[]): Doc {
  return places.reduce<Doc>((rest, place) => {
    if (getPointer(rest, place) === undefined) return rest;
    const inArray = Array.isArray(getPointer(rest, place.slice(0, place.lastIndexOf('/'))));
    return patched(rest, [inArray ? { op: 'replace', path: place, value: null } : { op: 'remove', path: place }]);
  }, doc);
}
