import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientError, errorMessage } from '#api/error.ts';
import type { Operation } from '#domain/model.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import { Dialog } from '#ui/dialog.tsx';
import { filledState, type Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { columnsOf, defaultColumns } from '#list/table/columns.ts';
import { chosenColumns, useView } from '#list/table/view.ts';
import type { PageState } from '#resource/url-state.ts';
import { Choice } from '#import/choice.tsx';
import { exportColumn, type Exported, rawColumns, useReferenceNames } from '#import/export/export-columns.ts';
import { exportRows, sheetRows } from '#import/export/export-rows.ts';
import { type FileFormat, saveSheets } from '#import/file/save-file.ts';
import { saveBlob } from '#ui/save-blob.ts';
import { SHEET_CELL, SHEET_ROWS } from '#import/file/sheet-limits.ts';
import { streamRows } from '#import/export/stream-rows.ts';
import { fullItems } from '#import/check/full-items.ts';

type Props = { scope: WholeScope; state: PageState; onClose: () => void };
type Phase =
  | { kind: 'ready' }
  | { kind: 'busy'; bytes?: number; done?: number; total?: number }
  | { kind: 'failed'; error: unknown }
  | { kind: 'tooLong'; what: 'rows' | 'cell' };

const FORMATS: Record<FileFormat, string> = { csv: 'CSV', xlsx: 'XLSX' };

/** The filtered list as a file: shown columns or all, words or raw values. */
export function ExportTask({ scope, state, onClose }: Props) {
  const { t } = useTranslation('resource');
  const names = useReferenceNames();
  const [view] = useView(scope.resource.name);
  const [which, setWhich] = useState<'shown' | 'all'>('shown');
  const [values, setValues] = useState<'displayed' | 'raw'>('displayed');
  const [format, setFormat] = useState<FileFormat>('csv');
  const [phase, setPhase] = useState<Phase>({ kind: 'ready' });
  const abort = useRef<AbortController>(undefined);

  const run = async (op: Operation): Promise<void> => {
    abort.current = new AbortController();
    setPhase({ kind: 'busy' });
    const every = columnsOf(scope.resource, { labels: scope.labels, viewer: scope.viewer, mixed: scope.mixed, sorts: false }).filter(
      // a file holds what is stored, not what rows in sight ask for
      ({ field }) => field.options?.['operation'] === undefined || field.kind !== 'object',
    );
    const shown = chosenColumns(every, view.columns ?? defaultColumns(scope.resource, scope));
    const columns = values === 'raw' ? rawOf(scope, which === 'all' ? undefined : shown) : which === 'all' ? every : shown;
    const name = `${scope.resource.file}-${new Date().toISOString().slice(0, 10)}`;
    const filtered = filledState(state, scope);
    const { signal } = abort.current;
    const onReceived = (bytes: number): void => setPhase({ kind: 'busy', bytes });
    try {
      const streamed = format === 'csv' ? await streamRows(scope, op, { state: filtered, columns, values, onReceived, signal }) : undefined;
      if (streamed) saveBlob(streamed, `${name}.csv`);
      else {
        const known = new Map<string, string>();
        const options = {
          op,
          path: scope.path(op),
          params: scope.params,
          state: filtered,
          columns: columns.map((column) => exportColumn(scope, column, values, known, t)),
          whole: values === 'raw' ? (rows: Row[]) => storedRows(scope, rows, signal) : undefined,
          prepare: values === 'displayed' ? (rows: Row[]) => names(columns, rows, known) : undefined,
          onProgress: (done: number, total: number | undefined) => setPhase({ kind: 'busy', done, total }),
          signal,
        };
        if (format === 'csv') saveBlob(await exportRows(options), `${name}.csv`);
        else {
          const rows = await sheetRows(options);
          if (typeof rows === 'string') return setPhase({ kind: 'tooLong', what: rows });
          await saveSheets('xlsx', [{ name: scope.labels.title, rows }], name);
        }
      }
      onClose();
    } catch (error) {
      setPhase(abort.current.signal.aborted ? { kind: 'ready' } : { kind: 'failed', error });
    }
  };

  const { list } = scope;
  return (
    <Dialog
      title={t('export.title', { title: scope.labels.plural })}
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
        <Choice legend={t('export.format')} options={FORMATS} value={format} onChange={setFormat} />
        {phase.kind === 'busy' && (
          <div className="rb-progress" role="status">
            <span>
              {phase.done === undefined
                ? t('export.receiving', { size: formatBytes(phase.bytes ?? 0) })
                : t('export.progress', { done: phase.done, total: phase.total ?? '…' })}
            </span>
            <progress max={phase.total} value={phase.total === undefined ? undefined : phase.done} aria-label={t('action.export')} />
          </div>
        )}
        {phase.kind === 'tooLong' && (
          <p className="rb-error" role="alert">
            {phase.what === 'rows' ? t('export.tooLong', { count: SHEET_ROWS }) : t('export.cellTooLong', { count: SHEET_CELL })}
          </p>
        )}
        {phase.kind === 'failed' && (
          <p className="rb-error" role="alert">
            {errorMessage(phase.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The shown columns as far as they are stored, behind the id by which an import finds the row again. */
function rawOf(scope: WholeScope, shown: readonly Exported[] | undefined): Exported[] {
  const stored = rawColumns(scope);
  if (!shown) return stored;
  const paths = new Set(shown.map(({ key }) => key));
  return stored.filter(({ key }) => key === scope.resource.id || [...paths].some((path) => path === key || path.startsWith(`${key}.`)));
}

/** The items of a page; one that cannot be read ends the export, because its row would look whole. */
async function storedRows(scope: WholeScope, rows: readonly Row[], signal: AbortSignal): Promise<Row[]> {
  const items = await fullItems(scope, rows, () => undefined, signal);
  return items.map((each) => {
    if ('item' in each) return each.item;
    throw clientError('notWhole');
  });
}

function isFiltered(state: PageState): boolean {
  return state.keyword !== '' || Object.keys(state.filters).length > 0;
}
