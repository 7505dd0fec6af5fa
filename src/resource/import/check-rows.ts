import type { FieldError } from '#api/error.ts';
import type { SchemaError } from '#api/model.ts';
import type { Field, Json, Labels, Operation, RuleUse } from '#domain/model.ts';
import { getPath, pathOf, pointerOf } from '#domain/value.ts';
import { bodyOf, prefixOf } from '#resource/form/body.ts';
import { ruleErrors } from '#resource/form/rule-errors.ts';
import { schemaErrors } from '#resource/form/schema-errors.ts';
import { schemaSentence } from '#resource/form/sentences.ts';
import type { Row } from '#resource/list-answer.ts';
import { fieldAt } from '#resource/fields.ts';
import { enumLabel } from '#widgets/labels.ts';
import { documentOf } from './convert.ts';
import type { SheetRow } from './parse-csv.ts';
import type { References } from './references.ts';
import type { ImportWorker } from './start-worker.ts';

/** One bad cell, or (without a path) a bad row. */
export type Finding = { line: number; path: string; value: string; message: string };

/** A line of the file on its way: what it will be sent as, or why not. */
export type Line = { row: SheetRow; document: Json; body: Json; existing?: Row; findings: Finding[]; skip?: true };

export type Plan = {
  root: Field;
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
  /** Address of the validators module. */
  validators: string;
  sentences: { json: string; text: string; ambiguous: string; twice: (line: number) => string; exists: string };
};

/** Reads every row and checks it as the form would: conversion, schema, rules, keys. Every finding is told. */
export async function checkRows(rows: readonly SheetRow[], plan: Plan, worker: ImportWorker): Promise<Line[]> {
  const lines = rows.map((row) => read(row, plan));
  markRepeated(lines, plan);
  await validate(lines, plan, worker);
  for (const line of lines) {
    if (line.skip || line.findings.length > 0) continue;
    for (const { pointer, message, level } of ruleErrors(plan.rules, line.document)) {
      if (level === undefined || level === 'error') line.findings.push(finding(line, pointer, message, plan));
    }
  }
  return lines;
}

function read(row: SheetRow, plan: Plan): Line {
  const first = documentOf(row.cells, plan.paths, plan.root, plan);
  const known = keyTexts(first.document, row, plan).find((key) => plan.existing.has(key));
  const existing = known === undefined ? undefined : plan.existing.get(known);
  const updates = existing !== undefined && plan.onExisting === 'update' && plan.update !== undefined;
  const { document, errors } = updates ? documentOf(row.cells, plan.paths, plan.root, plan, existing) : first;
  const op = updates ? (plan.update as Operation) : plan.create;
  const line: Line = { row, document, body: bodyOf(op, plan.root, document, existing ?? {}, updates ? 'update' : 'create'), findings: [] };
  if (updates) line.existing = existing;
  if (existing && plan.onExisting === 'skip') line.skip = true;
  for (const { path, code } of errors)
    line.findings.push({ line: row.line, path, value: cellAt(line, path, plan), message: plan.sentences[code] });
  if (known !== undefined && plan.onExisting === 'refuse')
    line.findings.push(finding(line, pointerOf(keyPath(known)), plan.sentences.exists, plan));
  return line;
}

/** Two rows of one file with the same key: the second one is at fault. */
function markRepeated(lines: Line[], plan: Plan): void {
  const seen = new Map<string, number>();
  for (const line of lines) {
    for (const key of keyTexts(line.document, line.row, plan)) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, line.row.line);
      else line.findings.push(finding(line, pointerOf(keyPath(key)), plan.sentences.twice(before), plan));
    }
  }
}

/** Keys of a document as texts, for looking up: `name=HQ`. A key with a missing part is none. */
export function keyText(paths: readonly string[], document: unknown): string | undefined {
  const parts = paths.map((path) => [path, getPath(document, path)] as const);
  return parts.some(([, value]) => value === undefined || value === null || value === '') ? undefined : JSON.stringify(parts);
}

function keyPath(key: string): string {
  return (JSON.parse(key) as [string, unknown][]).at(-1)?.[0] ?? '';
}

function keyTexts(document: Json, row: SheetRow, { keys, paths, defaults }: Plan): string[] {
  return keys.flatMap((key) => {
    const [id] = key;
    // an id is readOnly: it is in the file, never in the document
    const alone = key.length === 1 && id !== undefined ? row.cells[paths.indexOf(id)]?.trim() : undefined;
    return keyText(key, alone ? { [id as string]: alone } : { ...defaults, ...(document as Row) }) ?? [];
  });
}

const PART = 2000;

async function validate(lines: Line[], plan: Plan, worker: ImportWorker): Promise<void> {
  const groups = Map.groupBy(
    lines.filter((line) => !line.skip),
    (line) => (line.existing ? (plan.update as Operation) : plan.create),
  );
  for (const [op, group] of groups) {
    const prefix = prefixOf(op);
    for (let start = 0; start < group.length; start += PART) {
      const part = group.slice(start, start + PART);
      const found = await worker.run<SchemaError[][]>({
        kind: 'validate',
        url: plan.validators,
        operationId: op.id,
        bodies: part.map(({ body }) => body),
      });
      part.forEach((line, index) => {
        const bad = new Set(line.findings.map(({ path }) => path));
        for (const { pointer, message } of schemaErrors(found[index] ?? [], line.body, (error, value) =>
          told(error, value, prefix, plan),
        )) {
          const inner = innerOf(pointer, prefix);
          if (!bad.has(pathOf(inner))) line.findings.push(finding(line, inner, message, plan));
        }
      });
    }
  }
}

/** The sentence of the form; what is allowed is told in the words of the file, not as it is stored. */
function told(error: SchemaError, value: unknown, prefix: string, { root, labels }: Plan): string {
  const field = error.keyword === 'enum' ? fieldAt(root, pathOf(innerOf(error.instancePath, prefix))) : undefined;
  if (!field?.values) return schemaSentence(error, value);
  return schemaSentence({ ...error, params: { allowedValues: field.values.map((each) => enumLabel(labels, field, each)) } }, value);
}

function innerOf(pointer: string, prefix: string): string {
  return pointer.startsWith(prefix) ? pointer.slice(prefix.length) : pointer;
}

function finding(line: Line, pointer: string, message: string, plan: Plan): Finding {
  const path = pathOf(pointer);
  return { line: line.row.line, path, value: cellAt(line, path, plan), message };
}

/** What the server found about a row that was tried. */
export function serverFindings(line: Line, detail: string, errors: readonly FieldError[], op: Operation, plan: Plan): Finding[] {
  if (errors.length === 0) return [finding(line, '', detail, plan)];
  const prefix = prefixOf(op);
  return errors.map((error) => finding(line, innerOf(error.pointer, prefix), error.detail, plan));
}

function cellAt({ row }: Line, path: string, { paths }: Plan): string {
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
