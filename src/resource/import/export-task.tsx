import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContext } from '#api/context.ts';
import { sentence } from '#api/error.ts';
import type { Json, Operation } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { short, timeOf } from '#widgets/cells/date-cell.tsx';
import { enumLabel } from '#widgets/labels.ts';
import { labelQuery } from '#widgets/relation-labels.ts';
import { Dialog } from '#resource/dialog.tsx';
import { filledState, type Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { type Column, columnsOf, defaultColumns } from '#resource/table/columns.ts';
import { chosenColumns, useView } from '#resource/table/view-options.tsx';
import type { PageState } from '#resource/url-state.ts';
import { type ExportColumn, exportRows } from './export-rows.ts';
import { saveBlob } from './save-file.ts';

type Props = { scope: Scope; state: PageState; onClose: () => void };
type Phase = { kind: 'ready' } | { kind: 'busy'; done: number; total?: number } | { kind: 'failed'; error: unknown };

/** The filtered list as a file: shown columns or all, words or raw values. */
export function ExportTask({ scope, state, onClose }: Props) {
  const { t } = useTranslation('resource');
  const names = useReferenceNames();
  const [view] = useView(scope.resource.name);
  const [which, setWhich] = useState<'shown' | 'all'>('shown');
  const [values, setValues] = useState<'displayed' | 'raw'>('displayed');
  const [phase, setPhase] = useState<Phase>({ kind: 'ready' });
  const abort = useRef<AbortController>(undefined);

  const run = async (op: Operation): Promise<void> => {
    abort.current = new AbortController();
    setPhase({ kind: 'busy', done: 0 });
    const every = columnsOf(scope.resource, { labels: scope.labels, viewer: scope.viewer, mixed: scope.mixed, sorts: false });
    const columns = which === 'all' ? every : chosenColumns(every, view.columns ?? defaultColumns(scope.resource, scope));
    const known = new Map<string, string>();
    try {
      const blob = await exportRows({
        op,
        path: scope.path(op),
        context: scope.params,
        state: filledState(state, scope.filled),
        columns: columns.map((column) => exportColumn(scope, column, values, known, t)),
        prepare: values === 'displayed' ? (rows) => names(columns, rows, known) : undefined,
        onProgress: (done, total) => setPhase({ kind: 'busy', done, total }),
        signal: abort.current.signal,
      });
      saveBlob(blob, `${scope.resource.file}-${new Date().toISOString().slice(0, 10)}.csv`);
      onClose();
    } catch (error) {
      setPhase(abort.current.signal.aborted ? { kind: 'ready' } : { kind: 'failed', error });
    }
  };

  const { list } = scope;
  return (
    <Dialog
      title={t('export.title', { title: scope.labels.title })}
      onClose={() => {
        abort.current?.abort();
        onClose();
      }}
      footer={
        phase.kind === 'busy' ? (
          <button type="button" className="btn" onClick={() => abort.current?.abort()}>
            {t('bulk.stop')}
          </button>
        ) : (
          <>
            <button type="button" className="btn" onClick={onClose}>
              {t('action.cancel')}
            </button>
            <button type="button" className="btn btn-primary" disabled={!list} onClick={() => list && void run(list)}>
              {t('action.export')}
            </button>
          </>
        )
      }
    >
      <div className="rb">
        <p>{t(isFiltered(state) ? 'export.filtered' : 'export.everything')}</p>
        <Choice
          legend={t('export.columns')}
          options={{ shown: t('export.shown'), all: t('export.all') }}
          value={which}
          onChange={setWhich}
        />
        <Choice
          legend={t('export.values')}
          options={{ displayed: t('export.displayed'), raw: t('export.raw') }}
          value={values}
          onChange={setValues}
        />
        {phase.kind === 'busy' && (
          <div className="rb-progress" role="status">
            <span>{t('export.progress', { done: phase.done, total: phase.total ?? '…' })}</span>
            <progress max={phase.total} value={phase.total === undefined ? undefined : phase.done} aria-label={t('action.export')} />
          </div>
        )}
        {phase.kind === 'failed' && (
          <p className="rb-error" role="alert">
            {sentence(phase.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type ChoiceProps<T extends string> = { legend: string; options: Record<T, string>; value: T; onChange: (value: T) => void };

export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="rb-choice">
      <legend>{legend}</legend>
      {(Object.keys(options) as T[]).map((key) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {options[key]}
        </label>
      ))}
    </fieldset>
  );
}

function exportColumn(
  scope: Scope,
  column: Column,
  values: 'displayed' | 'raw',
  known: Map<string, string>,
  t: (key: string) => string,
): ExportColumn {
  const { key, label, field } = column;
  if (values === 'raw') return { header: key, valueOf: (row) => getPath(row, key) };
  const words = (value: unknown, of: typeof field): unknown => {
    if (value === undefined || value === null) return '';
    if (Array.isArray(value) && of.items)
      return value.map((each) => text(words(each, { ...(of.items ?? of), ref: of.items?.ref ?? of.ref }))).join('; ');
    if (of.ref) return known.get(text(value)) ?? value;
    if (of.values) return enumLabel(scope.labels, of, value as Json);
    if (of.kind === 'boolean') return t(value === true ? 'export.yes' : 'export.no');
    if (of.format === 'date-time') {
      const time = timeOf(value);
      return time ? short(time) : value;
    }
    return value;
  };
  return { header: label, valueOf: (row) => words(getPath(row, key), field) };
}

/** Collects the names of what a page of rows refers to. */
function useReferenceNames() {
  const client = useQueryClient();
  const context = useContext();
  return async (columns: Column[], rows: Row[], known: Map<string, string>): Promise<void> => {
    const asked = columns.flatMap(({ key, field }) => {
      const ref = field.ref ?? field.items?.ref;
      if (!ref || 'in' in ref) return [];
      const ids = new Set(rows.flatMap((row) => getPath(row, key) ?? []).map(text));
      return [...ids].filter((id) => id !== '' && !known.has(id)).map((id) => ({ ref, id }));
    });
    await Promise.all(
      asked.map(async ({ ref, id }) => known.set(id, await client.fetchQuery(labelQuery(ref, id, context)).catch(() => id))),
    );
  };
}

function text(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value ?? '');
}

function isFiltered(state: PageState): boolean {
  return state.keyword !== '' || Object.keys(state.filters).length > 0;
}
