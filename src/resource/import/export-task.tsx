import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import type { Operation } from '#domain/model.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import { Dialog } from '#resource/dialog.tsx';
import { filledState, type Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { columnsOf, defaultColumns } from '#resource/table/columns.ts';
import { chosenColumns, useView } from '#resource/table/view-options.tsx';
import type { PageState } from '#resource/url-state.ts';
import { Choice } from './choice.tsx';
import { exportColumn, useReferenceNames } from './export-columns.ts';
import { exportRows, SHEET_ROWS, sheetRows } from './export-rows.ts';
import { type FileFormat, saveBlob, saveSheets } from './save-file.ts';
import { streamRows } from './stream-rows.ts';

type Props = { scope: Scope; state: PageState; onClose: () => void };
type Phase =
  | { kind: 'ready' }
  | { kind: 'busy'; bytes?: number; done?: number; total?: number }
  | { kind: 'failed'; error: unknown }
  | { kind: 'tooLong' };

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
    const every = columnsOf(scope.resource, { labels: scope.labels, viewer: scope.viewer, mixed: scope.mixed, sorts: false });
    const columns = which === 'all' ? every : chosenColumns(every, view.columns ?? defaultColumns(scope.resource, scope));
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
          context: scope.params,
          state: filtered,
          columns: columns.map((column) => exportColumn(scope, column, values, known, t)),
          prepare: values === 'displayed' ? (rows: Row[]) => names(columns, rows, known) : undefined,
          onProgress: (done: number, total: number | undefined) => setPhase({ kind: 'busy', done, total }),
          signal,
        };
        if (format === 'csv') saveBlob(await exportRows(options), `${name}.csv`);
        else {
          const rows = await sheetRows(options);
          if (!rows) return setPhase({ kind: 'tooLong' });
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
            {t('export.tooLong', { count: SHEET_ROWS })}
          </p>
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

function isFiltered(state: PageState): boolean {
  return state.keyword !== '' || Object.keys(state.filters).length > 0;
}
