import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { loadLabels, validatorsUrl } from '#api/model.ts';
import type { Field, Json, Labels, OperationForm } from '#domain/model.ts';
import { atomicLimit, isLost, type Outcome, runSteps, type Step } from '#bulk/run.ts';
import { schemaOf, visibleTo } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { isPlayed } from '#api/mutator.ts';
import { loadPlatform } from '#api/platform.ts';
import { refreshAll } from '#api/refresh.ts';
import { changeArgs, type WholeScope } from '#resource/scope.ts';
import { checkRows, type Finding, type Line, type Plan, serverFindings } from '#import/check/check-rows.ts';
import type { OnEmpty } from '#import/check/convert.ts';
import { existingRows, keysOf } from '#import/check/existing-rows.ts';
import type { Attempt } from '#import/steps/line-outcomes.ts';
import type { Parsed } from '#import/file/parse-file.ts';
import type { Table } from '#import/file/parse-csv.ts';
import { References } from '#import/check/references.ts';
import { type ImportWorker, startWorker, TookTooLong } from '#import/file/start-worker.ts';
import { mapHeaders } from '#import/check/targets.ts';
import { fullItems } from '#import/check/full-items.ts';

export type OnExisting = Plan['onExisting'];
/** What the operator chooses before the check. */
export type Choices = { onExisting: OnExisting; onEmpty: OnEmpty };

/** What a file brought, and the two languages its headers may be in. */
export type Source = { table: Table; languages: Labels[]; paths: string[] };

type Checked = { source: Source; plan: Plan; lines: Line[]; findings: Finding[] };

export type Phase =
  | { kind: 'source'; error?: string }
  | { kind: 'mapping'; source: Source }
  | {
      kind: 'busy';
      what: 'reading' | 'existing' | 'items' | 'checking' | 'trying' | 'applying';
      done?: number;
      total?: number;
      /** Sent as a whole: there is no stopping it. */
      whole?: true;
    }
  | (Checked & { kind: 'report'; bulk?: OperationForm })
  | (Checked & {
      kind: 'over';
      attempt: Attempt;
      /** Under which all of it can be undone, where the contract can do so. */
      requestId?: string;
      /** Where answers are missing: sends what is open once more. */
      retry?: () => void;
    });

/** 16 MB (spec: a file that the browser parses). */
export const MOST_BYTES = 16 * 1024 * 1024;

/** The largest file that is allowed takes a second or two. */
const READ_MS = 20_000;

/** The course of one import: source, mapping, check, report, result. */
export function useImport(scope: WholeScope) {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ kind: 'source' });
  const abort = useRef(new AbortController());
  const worker = useRef<ImportWorker>(undefined);
  useEffect(
    () => () => {
      abort.current.abort();
      worker.current?.end();
    },
    [],
  );

  const { create, update, resource } = scope;
  const schema = schemaOf(resource, create?.body?.schema ?? resource.item);
  const updateSchema = update ? schemaOf(resource, update.body?.schema ?? resource.item) : schema;
  const root = useMemo(() => visibleTo(schema, scope.viewer), [schema, scope]);
  const updateRoot = useMemo(() => visibleTo(updateSchema, scope.viewer), [updateSchema, scope]);
  // a column may stand for what only an item that exists has
  const columnRoot = useMemo(() => joined(root, updateRoot), [root, updateRoot]);
  const work = (): ImportWorker => (worker.current ??= startWorker());

  const tooSlow = (error: unknown): Parsed => {
    if (!(error instanceof TookTooLong)) throw error;
    worker.current = undefined;
    return { refused: 'tooSlow' };
  };

  const read = async (file: Blob): Promise<void> => {
    if (file.size > MOST_BYTES) return setPhase({ kind: 'source', error: t('import.tooBig') });
    // at once: while one is read no other can be chosen, whose outcome this one's could replace
    setPhase({ kind: 'busy', what: 'reading' });
    try {
      const bytes = await file.arrayBuffer();
      const [parsed, ...languages] = await Promise.all([
        work().run<Parsed>({ kind: 'parse', bytes }, READ_MS).catch(tooSlow),
        loadLabels(resource.name, 'zh'),
        loadLabels(resource.name, 'en'),
      ]);
      if ('refused' in parsed) return setPhase({ kind: 'source', error: t(`import.refused.${parsed.refused}`) });
      const { table } = parsed;
      if (table.broken.length > 0) return setPhase({ kind: 'source', error: t('import.brokenQuote', { line: table.broken[0] }) });
      if (table.rows.length === 0) return setPhase({ kind: 'source', error: t('import.noRows') });
      setPhase({ kind: 'mapping', source: { table, languages, paths: mapHeaders(table.headers, columnRoot, languages, resource.id) } });
    } catch (error) {
      setPhase({ kind: 'source', error: errorMessage(error) });
    }
  };

  const check = async (source: Source, choices: Choices): Promise<void> => {
    if (!create) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const keys = keysOf(scope, source.paths);
      const onProgress = (done: number, total?: number): void => setPhase({ kind: 'busy', what: 'existing', done, total });
      const existing = keys.length > 0 ? await existingRows(scope, keys, onProgress, signal) : new Map<string, Row>();
      const references = await References.of(source.table, source.paths, columnRoot, scope.params, signal);
      setPhase({ kind: 'busy', what: 'checking', total: source.table.rows.length });
      const plan: Plan = {
        root,
        updateRoot,
        defaults: defaultsOf(schema),
        languages: source.languages,
        references,
        labels: scope.labels,
        paths: source.paths,
        create,
        update: scope.can(update) ? update : undefined,
        rules: resource.rules,
        keys,
        existing,
        ...choices,
        wholeItems: (rows) => fullItems(scope, rows, (done) => setPhase({ kind: 'busy', what: 'items', done, total: rows.length }), signal),
        validators: validatorsUrl(resource.name),
        messages: {
          json: t('import.badJson'),
          text: t('import.badText'),
          ambiguous: t('import.ambiguous'),
          twice: (line) => t('import.twice', { line }),
          exists: t('import.exists'),
          notWhole: t('import.notWhole'),
        },
      };
      const lines = await checkRows(source.table.rows, plan, work());
      const bulk = await loadPlatform(scope.model, 'bulk');
      // bad ones too: what only the backend can see of them is told in the same report
      const tried = lines.filter(({ stays }) => stays === undefined);
      const steps = tried.map((line) => stepOf(scope, line, plan));
      const { outcomes } = await runSteps(steps, {
        bulk,
        dryRun: true,
        signal,
        onProgress: (done) => setPhase({ kind: 'busy', what: 'trying', done, total: steps.length }),
      });
      if (signal.aborted) return setPhase({ kind: 'mapping', source });
      addOutcomes(tried, steps, outcomes, plan);
      setPhase({ kind: 'report', source, plan, lines, findings: lines.flatMap(({ findings }) => findings), bulk });
    } catch (error) {
      setPhase(signal.aborted ? { kind: 'mapping', source } : { kind: 'source', error: errorMessage(error) });
    }
  };

  const apply = async (report: Extract<Phase, { kind: 'report' }>, atomic: boolean): Promise<void> => {
    const { source, plan, lines, bulk } = report;
    const sent = validLines(lines);
    const steps = sent.map((line) => stepOf(scope, line, plan));
    const ownFindings = new Map(lines.map((line) => [line, line.findings]));
    const key = crypto.randomUUID();
    const requestId = isPlayed('undo') && bulk?.operation.requestId ? key : undefined;
    const run = async (before?: readonly Outcome[]): Promise<void> => {
      abort.current = new AbortController();
      const onProgress = (done: number): void =>
        setPhase({ kind: 'busy', what: 'applying', done, total: steps.length, ...(atomic ? { whole: true } : {}) });
      onProgress(0);
      const { outcomes } = await runSteps(steps, { bulk, atomic, key, requestId, before, signal: abort.current.signal, onProgress });
      for (const line of lines) line.findings = [...(ownFindings.get(line) ?? [])];
      addOutcomes(sent, steps, outcomes, plan);
      await refreshAll(client);
      const stopped = abort.current.signal.aborted && outcomes.some(({ kind }) => kind === 'skipped');
      setPhase({
        kind: 'over',
        source,
        plan,
        lines,
        findings: lines.flatMap(({ findings }) => findings),
        attempt: { lines, sent, outcomes },
        ...(requestId === undefined ? {} : { requestId }),
        ...(stopped || outcomes.some(isLost) ? { retry: () => void run(outcomes) } : {}),
      });
    };
    await run();
  };

  return { phase, root, columnRoot, read, check, apply, setPhase, stop: () => abort.current.abort() };
}

/** As many rows as one all-or-nothing call can hold. */
export function canBeAtomic(bulk: OperationForm | undefined, count: number): boolean {
  return count <= atomicLimit(bulk);
}

function defaultsOf(schema: Field): Record<string, Json> {
  return Object.fromEntries((schema.fields ?? []).flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])));
}

export function validLines(lines: readonly Line[]): Line[] {
  return lines.filter((line) => !line.stays && line.findings.length === 0);
}

/** The one with what only the other has as well. */
function joined(root: Field, other: Field): Field {
  if (!root.fields || !other.fields) return root;
  const names = new Set(root.fields.map(({ name }) => name));
  const more = other.fields.filter(({ name }) => !names.has(name));
  return more.length === 0 ? root : { ...root, fields: [...root.fields, ...more] };
}

function stepOf(scope: WholeScope, { existing, etag, body, row }: Line, { create }: Plan): Step {
  const name = String(row.line);
  if (existing && scope.update) return { op: scope.update, args: { ...changeArgs(scope, scope.update, existing, etag), body }, name };
  return { op: create, args: { path: scope.path(create), body }, name };
}

function addOutcomes(lines: Line[], steps: Step[], outcomes: readonly Outcome[], plan: Plan): void {
  outcomes.forEach((outcome, index) => {
    const [line, step] = [lines[index], steps[index]];
    if (line && step && outcome.kind === 'failed')
      line.findings.push(...serverFindings(line, outcome.detail, outcome.errors, step.op, plan));
  });
}
