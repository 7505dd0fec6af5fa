import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import { loadLabels } from '#api/model.ts';
import type { Labels, Operation, OperationForm } from '#domain/model.ts';
import { atomicLimit, type Outcome, runSteps, type Step } from '#resource/bulk/run.ts';
import { schemaOf } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { loadPlatform } from '#resource/platform.ts';
import { refreshAll } from '#resource/refresh.ts';
import { changeArgs, type Scope } from '#resource/scope.ts';
import {
  checkRows,
  type Finding,
  type ImportWorker,
  keyText,
  type Line,
  type Plan,
  serverFindings,
  startWorker,
  validatorsUrl,
} from './check-rows.ts';
import { pagesOf } from './export-rows.ts';
import { isText, type Csv } from './parse-csv.ts';
import { mapHeaders } from './targets.ts';

export type OnExisting = Plan['onExisting'];

/** What a file brought, and the two languages its headers may be in. */
export type Source = { csv: Csv; languages: Labels[]; paths: string[] };

export type Phase =
  | { kind: 'source'; error?: string }
  | { kind: 'mapping'; source: Source }
  | { kind: 'busy'; what: 'reading' | 'existing' | 'checking' | 'trying' | 'applying'; done?: number; total?: number }
  | { kind: 'report'; source: Source; plan: Plan; lines: Line[]; findings: Finding[]; bulk?: OperationForm }
  | { kind: 'over'; source: Source; counts: { created: number; updated: number; skipped: number; failed: number }; findings: Finding[] };

/** 16 MB (spec: a file that the browser parses). */
export const MOST_BYTES = 16 * 1024 * 1024;

/** The course of one import: source, mapping, check, report, result. */
export function useImport(scope: Scope) {
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
  const root = useMemo(() => schemaOf(resource, create?.body?.schema ?? resource.item), [resource, create]);
  const work = (): ImportWorker => (worker.current ??= startWorker());

  const read = async (bytes: ArrayBuffer): Promise<void> => {
    if (bytes.byteLength > MOST_BYTES) return setPhase({ kind: 'source', error: t('import.tooBig') });
    if (!isText(bytes)) return setPhase({ kind: 'source', error: t('import.notText') });
    setPhase({ kind: 'busy', what: 'reading' });
    try {
      const [csv, zh, en] = await Promise.all([
        work().run<Csv>({ kind: 'parse', bytes }),
        loadLabels(resource.name, 'zh'),
        loadLabels(resource.name, 'en'),
      ]);
      if (csv.rows.length === 0) return setPhase({ kind: 'source', error: t('import.noRows') });
      if (csv.broken.length > 0) return setPhase({ kind: 'source', error: t('import.brokenQuote', { line: csv.broken[0] }) });
      const languages = [zh, en];
      setPhase({ kind: 'mapping', source: { csv, languages, paths: mapHeaders(csv.headers, root, languages, resource.id) } });
    } catch (error) {
      setPhase({ kind: 'source', error: sentence(error) });
    }
  };

  const check = async (source: Source, onExisting: OnExisting): Promise<void> => {
    if (!create) return;
    abort.current = new AbortController();
    try {
      const keys = keysOf(scope, source.paths);
      const existing =
        keys.length > 0
          ? await existingRows(
              scope,
              keys,
              (done, total) => setPhase({ kind: 'busy', what: 'existing', done, total }),
              abort.current.signal,
            )
          : new Map<string, Row>();
      setPhase({ kind: 'busy', what: 'checking', total: source.csv.rows.length });
      const plan: Plan = {
        root,
        languages: source.languages,
        paths: source.paths,
        create,
        update: scope.can(update) ? update : undefined,
        rules: resource.rules,
        keys,
        existing,
        onExisting,
        validators: validatorsUrl(resource.file),
        sentences: { json: t('import.badJson'), twice: (line) => t('import.twice', { line }), exists: t('import.exists') },
      };
      const lines = await checkRows(source.csv.rows, plan, work());
      const bulk = await loadPlatform(scope.model, 'bulk');
      const good = lines.filter((line) => !line.skip && line.findings.length === 0);
      const steps = good.map((line) => stepOf(scope, line, create));
      const { outcomes } = await runSteps(steps, {
        bulk,
        dryRun: true,
        signal: abort.current.signal,
        onProgress: (done) => setPhase({ kind: 'busy', what: 'trying', done, total: steps.length }),
      });
      if (abort.current.signal.aborted) return setPhase({ kind: 'mapping', source });
      outcomes.forEach((outcome, index) => addOutcome(good[index], steps[index], outcome, plan));
      setPhase({ kind: 'report', source, plan, lines, findings: lines.flatMap(({ findings }) => findings), bulk });
    } catch (error) {
      setPhase(abort.current.signal.aborted ? { kind: 'mapping', source } : { kind: 'source', error: sentence(error) });
    }
  };

  const apply = async ({ source, plan, lines, bulk }: Extract<Phase, { kind: 'report' }>, atomic: boolean): Promise<void> => {
    abort.current = new AbortController();
    const good = lines.filter((line) => !line.skip && line.findings.length === 0);
    const steps = good.map((line) => stepOf(scope, line, plan.create));
    setPhase({ kind: 'busy', what: 'applying', done: 0, total: steps.length });
    const { outcomes } = await runSteps(steps, {
      bulk,
      atomic,
      signal: abort.current.signal,
      onProgress: (done) => setPhase({ kind: 'busy', what: 'applying', done, total: steps.length }),
    });
    outcomes.forEach((outcome, index) => {
      addOutcome(good[index], steps[index], outcome, plan);
      if (outcome.kind === 'skipped')
        good[index]?.findings.push({ line: good[index].row.line, path: '', value: '', message: t('bulk.skipped') });
    });
    await refreshAll(client);
    const done = good.filter((_, index) => outcomes[index]?.kind === 'done');
    const updated = done.filter(({ existing }) => existing !== undefined).length;
    setPhase({
      kind: 'over',
      source,
      counts: {
        created: done.length - updated,
        updated,
        skipped: lines.filter(({ skip }) => skip).length,
        failed: lines.filter(({ findings }) => findings.length > 0).length,
      },
      findings: lines.flatMap(({ findings }) => findings),
    });
  };

  return { phase, root, read, check, apply, setPhase, stop: () => abort.current.abort() };
}

/** As many rows as one all-or-nothing call can hold. */
export function canBeAtomic(bulk: OperationForm | undefined, count: number): boolean {
  return count <= atomicLimit(bulk);
}

function stepOf(scope: Scope, { existing, body, row }: Line, create: Operation): Step {
  const name = String(row.line);
  if (existing && scope.update) return { op: scope.update, args: { ...changeArgs(scope, scope.update, existing), body }, name };
  return { op: create, args: { path: scope.path(create), body }, name };
}

function addOutcome(line: Line | undefined, step: Step | undefined, outcome: Outcome, plan: Plan): void {
  if (!line || !step || outcome.kind !== 'failed') return;
  line.findings.push(...serverFindings(line, outcome.detail, outcome.errors, step.op, plan));
}

/** What tells a stored row from others: the id, and what the contract calls unique, as far as the file has it. */
function keysOf({ resource, params }: Scope, paths: string[]): string[][] {
  const owner = resource.data?.owner;
  const unique = (resource.data?.unique ?? [])
    .map((names) => names.filter((name) => name !== owner || (!(name in params) && paths.includes(name))))
    .filter((names) => names.some((name) => paths.includes(name)));
  return paths.includes(resource.id) ? [[resource.id], ...unique] : unique;
}

async function existingRows(
  scope: Scope,
  keys: string[][],
  onProgress: (done: number, total?: number) => void,
  signal: AbortSignal,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  const { list } = scope;
  if (!list) return found;
  let done = 0;
  for await (const { rows, total } of pagesOf(
    list,
    { path: scope.path(list), context: scope.params },
    { filters: {}, keyword: '', sort: '' },
    signal,
  )) {
    for (const row of rows) {
      for (const key of keys) {
        const text = keyText(key, row);
        if (text !== undefined) found.set(text, row);
      }
    }
    done += rows.length;
    onProgress(done, total);
  }
  return found;
}
