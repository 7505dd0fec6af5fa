import type { SchemaFinding } from '#domain/findings.ts';
import { asArray, asObject, asText } from '#domain/json.ts';
import { overlaps, parsePointer } from '#domain/pointer.ts';
import { pointerOf } from '#domain/value.ts';
import { schemaMismatch } from '#generated/problems.ts';
import { mayCall } from '#server/kernel/access/reader.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { fieldLabels } from '#server/kernel/resource/labels.ts';
import type { FindingDocument } from '#server/kernel/sentences.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

/** What a row says that does not fit, in the place of the values that do not. */
const MARK = '_mismatch';

/** Rows as texts. One that does not fit is without the values that do not, and says so; nobody takes it for valid. */
export async function markUnfit(spec: ItemSpec, call: Call, rows: readonly { id: string; text: string }[]): Promise<string[]> {
  const wrong = await call.services.store.fits.findingsOf(
    spec,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, text }) => {
    const findings = wrong.get(id);
    return findings ? marked(spec, call, asObject(JSON.parse(text)), findings) : text;
  });
}

function marked(spec: ItemSpec, call: Call, row: Doc, findings: readonly SchemaFinding[]): string {
  const known = shownFindings(spec, call, asText(row[spec.owner ?? '']) ?? null, findings);
  return JSON.stringify({ ...withoutUnfit(spec, row, findings), [MARK]: known });
}

/** What of a document may be shown all the same: all but the values that do not fit. */
export function withoutUnfit(spec: ItemSpec, doc: Doc, findings: readonly SchemaFinding[]): Doc {
  const unfit = new Set(findings.map(({ pointer }) => parsePointer(pointer)[0]));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => name === spec.id || name === spec.owner || !unfit.has(name)));
}

/** Why an item does not fit, each value by its name, as far as the caller may know of it. */
export function reasonsOf(spec: ItemSpec, call: Call, owner: string | null, findings: readonly SchemaFinding[]): string[] {
  return shownFindings(spec, call, owner, findings).map(({ pointer, detail }) => `${nameOf(spec, call, pointer)}: ${detail}`);
}

/** What stands in the cell of a value that does not fit. */
export function mismatchAt(row: Doc, path: string): string | undefined {
  for (const finding of asArray(row[MARK]).map(asObject))
    if (overlaps(asText(finding['pointer']) ?? '', pointerOf(path))) return `⚠ ${asText(finding['detail']) ?? ''}`;
  return undefined;
}

export function idIn(spec: ItemSpec, text: string): string {
  return String(asObject(JSON.parse(text))[spec.id]);
}

/** Refuses to answer an item that does not fit: with the reasons, and with the item for who may put it right. */
export async function mustFit(spec: ItemSpec, call: Call, stored: Stored): Promise<void> {
  const findings = (await call.services.store.fits.findingsOf(spec, [stored.id])).get(stored.id);
  if (findings) throw mismatch(spec, call, stored, findings);
}

/** The same of an item as a transaction has it. */
export function refuseUnfit(spec: ItemSpec, call: Call, stored: Stored): void {
  const findings = call.services.store.fits.findings(spec, stored.doc);
  if (findings.length > 0) throw mismatch(spec, call, stored, findings);
}

export function mismatch(spec: ItemSpec, call: Call, stored: Stored, findings: readonly SchemaFinding[]): ProblemError {
  const errors = shownFindings(spec, call, stored.owner, findings);
  const reasons = reasonsOf(spec, call, stored.owner, findings).join(' ');
  const mends = mayCall(call, spec.resource.operations.update, stored.owner) !== undefined && call.handle.mayWrite(spec, stored.owner);
  return new ProblemError(schemaMismatch({ count: findings.length, reasons }), {
    errors,
    ...(mends ? { current: stored.doc, headers: { etag: `"${stored.revision}"` } } : {}),
  });
}

/** What the caller may know of it. */
function shownFindings(spec: ItemSpec, call: Call, owner: string | null, findings: readonly SchemaFinding[]): FindingDocument[] {
  const withheld = call.handle.withheld(spec, owner).map(pointerOf);
  return findings
    .filter(({ pointer }) => !withheld.some((kept) => overlaps(pointer, kept)))
    .map((finding) => call.services.sentences.finding(finding, call.language));
}

function nameOf(spec: ItemSpec, call: Call, pointer: string): string {
  const path = parsePointer(pointer)
    .filter((segment) => !/^\d+$/.test(segment))
    .join('.');
  return fieldLabels(call, spec.resource.file)[path] ?? path;
}
