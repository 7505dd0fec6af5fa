import { asObject } from '#domain/json.ts';
import { listed } from '#api/language.ts';
import type { FieldError } from '#api/error.ts';
import { bodyField, codeOf, type SchemaError } from '#domain/causes.ts';
import { sameJson } from '#domain/condition.ts';
import { prune } from '#domain/document.ts';
import { schemaFindings, type SchemaFinding } from '#domain/findings.ts';
import type { Field, Json, Labels, Operation, RuleUse } from '#domain/model.ts';
import { overlaps } from '#domain/pointer.ts';
import { getPath, pathOf, pointerOf } from '#domain/value.ts';
import { bodyOf, checkedBodyOf, prefixOf } from '#resource/body.ts';
import { ruleErrors } from '#form/engine/rule-errors.ts';
import { schemaMessage } from '#form/engine/schema-message.ts';
import type { Row } from '#resource/list-answer.ts';
import { fieldAt } from '#resource/fields.ts';
import { enumLabel } from '#cells/labels.ts';
import { type CellError, documentOf, type OnEmpty } from './convert.ts';
import type { SheetRow } from '#import/file/parse-csv.ts';
import type { References } from './references.ts';
import type { ImportWorker } from '#import/file/start-worker.ts';
import type { FullItem } from './full-items.ts';

/** One bad cell, or (without a path) a bad row. */
export type Finding = { line: number; path: string; value: string; message: string };
/** A line of the file on its way: what it will be sent as, or why not. */
export type Line = {
  row: SheetRow;
  document: Json;
  body: Json;
  /** What of the body its schema judges, where that is less. */
  checked?: Json;
  /** What the line changes, as it is stored. */
  existing?: Row;
  etag?: string | undefined;
  /** The file says what was there before: told once, whoever finds it again. */
  taken?: true;
  findings: Finding[];
  /** Nothing is to be sent: it is there and left alone, it is so already, or what is there cannot be read. */
  stays?: 'skipped' | 'unchanged' | 'unread';
};
export type Plan = {
  /** What the columns of the file may fill, of new items and of those that exist. */
  root: Field;
  /** The body of an update, where that is another. */
  updateRoot: Field;
  languages: readonly Labels[];
  references: References;
  /** Of the reader's language. */
  labels: Labels;
  /** Per column of the file; '' is left out. */
  paths: string[];
  create: Operation;
  update?: Operation;
  rules: readonly RuleUse[];
  /** Property paths whose values together occur once. */
  keys: string[][];
  /** What the backend fills in where a document says nothing, of properties that this mode does not show. */
  defaults: Readonly<Record<string, Json>>;
  existing: ReadonlyMap<string, Row>;
  onExisting: 'refuse' | 'skip' | 'update';
  onEmpty: OnEmpty;
  /** The whole items of rows, in their order. */
  wholeItems: (rows: readonly Row[]) => Promise<FullItem[]>;
  /** Address of the validators module. */
  validators: string;
  messages: { json: string; text: string; ambiguous: string; twice: (line: number) => string; exists: string; notWhole: string };
};

/** Reads every row and checks it as the form would: conversion, schema, rules, keys. Every finding is told. */
export async function checkRows(rows: readonly SheetRow[], plan: Plan, worker: ImportWorker): Promise<Line[]> {
  const lines = rows.map((row) => read(row, plan));
  await addExisting(lines, plan);
  markRepeated(lines, plan);
  await validate(lines, plan, worker);
  for (const line of lines) if (!line.stays) addBrokenRules(line, plan);
  return lines;
}

/** Rules say nothing of cells that are wrong already, or of what hangs on them. */
function addBrokenRules(line: Line, plan: Plan): void {
  const wrong = line.findings.filter(({ path }) => path !== '').map(({ path }) => pointerOf(path));
  for (const { pointer, message, level } of ruleErrors(plan.rules, line.document, wrong)) {
    if (level === undefined || level === 'error') line.findings.push(finding(line, pointer, message, plan));
  }
}

function read(row: SheetRow, plan: Plan): Line {
  const { root, create, paths } = plan;
  const { document, errors } = documentOf(row.cells, paths, root, plan);
  const line: Line = { row, document, body: bodyOf(create, root, document, {}, 'create'), findings: [] };
  const known = keyTexts(document, row, plan).find((key) => plan.existing.has(key));
  if (known !== undefined) {
    line.existing = plan.existing.get(known);
    if (plan.onExisting === 'skip') line.stays = 'skipped';
    if (plan.onExisting === 'refuse') {
      line.taken = true;
      line.findings.push(finding(line, pointerOf(keyPath(known)), plan.messages.exists, plan));
    }
  }
  addUnread(line, errors, plan);
  return line;
}

function addUnread(line: Line, errors: readonly CellError[], plan: Plan): void {
  for (const { path, code } of errors)
    line.findings.push({ line: line.row.line, path, value: cellAt(line, path, plan), message: plan.messages[code] });
}

/** Lines that change what exists begin with all of it; one that changes nothing is not sent. */
async function addExisting(lines: readonly Line[], plan: Plan): Promise<void> {
  const { update, updateRoot } = plan;
  const changes = plan.onExisting === 'update' && update !== undefined;
  const changing = changes ? lines.filter(({ existing }) => existing !== undefined) : [];
  if (!changes) {
    for (const line of lines) delete line.existing;
    return;
  }
  const items = await plan.wholeItems(changing.map(({ existing }) => existing).filter((row) => row !== undefined));
  for (const [index, line] of changing.entries()) {
    const whole = items[index];
    line.findings = [];
    if (!whole || 'refused' in whole) {
      line.findings.push(finding(line, '', whole?.refused ?? plan.messages.notWhole, plan));
      line.stays = 'unread';
      continue;
    }
    const { document, errors } = documentOf(line.row.cells, plan.paths, updateRoot, plan, whole.item);
    line.document = document;
    line.existing = whole.item;
    line.etag = whole.etag;
    line.body = bodyOf(update, updateRoot, document, whole.item, 'update');
    line.checked = checkedBodyOf(update, updateRoot, document, whole.item, 'update');
    addUnread(line, errors, plan);
    if (line.findings.length === 0 && sameJson(contentOf(document, plan), contentOf(whole.item, plan))) line.stays = 'unchanged';
  }
}

/** What of a document an update sends. */
export function contentOf(document: Json, { updateRoot }: Pick<Plan, 'updateRoot'>): Json {
  return prune(updateRoot, document, 'update') ?? {};
}

/** Two rows of one file with the same key: the second one is at fault, but never one that stays as it is stored. */
function markRepeated(lines: Line[], plan: Plan): void {
  const seen = new Map<string, number>();
  const stays = ({ stays: how }: Line): boolean => how === 'unchanged' || how === 'skipped';
  for (const line of lines.filter(stays)) {
    for (const key of keyTexts(line.document, line.row, plan)) if (!seen.has(key)) seen.set(key, line.row.line);
  }
  for (const line of lines) {
    if (stays(line)) continue;
    for (const key of keyTexts(line.document, line.row, plan)) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, line.row.line);
      else line.findings.push(finding(line, pointerOf(keyPath(key)), plan.messages.twice(before), plan));
    }
  }
}

/** Keys of a document as texts, for looking up: `name=HQ`. A key with a missing part is none. */
export function keyText(paths: readonly string[], document: unknown): string | undefined {
  const parts = paths.map((path) => [path, getPath(document, path)] as const);
  return parts.some(([, value]) => value === undefined || value === null || value === '') ? undefined : JSON.stringify(parts);
}

function keyPath(key: string): string {
  const parts: [string, unknown][] = JSON.parse(key);
  return parts.at(-1)?.[0] ?? '';
}

function keyTexts(document: Json, row: SheetRow, { keys, paths, defaults }: Plan): string[] {
  return keys.flatMap((key) => {
    const [id] = key;
    // an id is readOnly: it is in the file, never in the document
    const alone = key.length === 1 && id !== undefined ? row.cells[paths.indexOf(id)]?.trim() : undefined;
    return keyText(key, alone && id !== undefined ? { [id]: alone } : { ...defaults, ...asObject(document) }) ?? [];
  });
}

const PART = 2000;

async function validate(lines: Line[], plan: Plan, worker: ImportWorker): Promise<void> {
  const groups = Map.groupBy(
    lines.filter((line) => !line.stays),
    (line) => (line.existing && plan.update ? plan.update : plan.create),
  );
  for (const [op, group] of groups) {
    const prefix = prefixOf(op);
    const field = bodyField(op.body, plan.root);
    for (let start = 0; start < group.length; start += PART) {
      const part = group.slice(start, start + PART);
      const found = await worker.run<SchemaError[][]>({
        kind: 'validate',
        url: plan.validators,
        operationId: op.id,
        bodies: part.map(checkedOf),
      });
      part.forEach((line, index) => {
        const bad = line.findings.map(({ path }) => path);
        for (const refused of schemaFindings(found[index] ?? [], checkedOf(line), field)) {
          const inner = innerOf(refused.pointer, prefix);
          if (!isReported(bad, pathOf(inner))) line.findings.push(finding(line, inner, fileMessage(refused, inner, plan), plan));
        }
      });
    }
  }
}

function checkedOf({ checked, body }: Line): Json {
  return checked ?? body;
}

/** The message of the form; what is allowed is told in the words of the file, not as it is stored. */
function fileMessage(refused: SchemaFinding, inner: string, { root, labels }: Plan): string {
  const field = refused.code === codeOf('enum') ? fieldAt(root, pathOf(inner)) : undefined;
  if (!field?.values) return schemaMessage(refused);
  const allowed = listed(field.values.map((each) => enumLabel(labels, field, each)));
  return schemaMessage({ ...refused, params: { ...refused.params, allowed } });
}

function innerOf(pointer: string, prefix: string): string {
  return pointer.startsWith(prefix) ? pointer.slice(prefix.length) : pointer;
}

function finding(line: Line, pointer: string, message: string, plan: Pick<Plan, 'paths'>): Finding {
  const path = pathOf(pointer);
  return { line: line.row.line, path, value: cellAt(line, path, plan), message };
}

/** One cause is told once: what is known of a cell, or of one that holds or is held by it, is not told again. */
function isReported(paths: readonly string[], path: string): boolean {
  return paths.some((known) => known !== '' && overlaps(pointerOf(known), pointerOf(path)));
}

/** What the server found about a row that was tried, as far as it is not known already. */
export function serverFindings(
  line: Line,
  detail: string,
  errors: readonly FieldError[],
  op: Operation,
  plan: Pick<Plan, 'paths'>,
): Finding[] {
  if (errors.length === 0) return [finding(line, '', detail, plan)];
  const prefix = prefixOf(op);
  const reported = line.findings.map(({ path }) => path);
  return errors
    .filter(({ code }) => !(line.taken && code.startsWith(TAKEN)))
    .map((error) => finding(line, innerOf(error.pointer, prefix), error.detail, plan))
    .filter(({ path }) => !isReported(reported, path));
}

/** What the server says of a value that occurs once and is there already. */
const TAKEN = 'duplicate';

function cellAt({ row }: Line, path: string, { paths }: Pick<Plan, 'paths'>): string {
  return row.cells[columnOf(path, paths)] ?? '';
}

/** The column of the file from which the place was filled, -1 if none; a place inside a cell names the whole cell. */
export function columnOf(path: string, paths: readonly string[]): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) {
    const index = paths.indexOf(at);
    if (index >= 0) return index;
  }
  return -1;
}
