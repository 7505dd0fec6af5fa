import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import type { WholeScope } from '#resource/scope.ts';
import { useUndo } from '#history/undo/use-undo.tsx';
import { countsOf, lineOutcomes } from './line-outcomes.ts';
import { FindingsTable } from './findings-table.tsx';
import { DownloadRows, messagesOf } from './download-rows.tsx';
import type { Phase } from '#import/use-import.ts';

type Props = {
  scope: WholeScope;
  root: Field;
  result: Extract<Phase, { kind: 'over' }>;
  onAgain: () => void;
  onClose: (() => void) | undefined;
};

/** What was stored and what was not, row by row in a file to keep. */
export function ResultStep({ scope, root, result, onAgain, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { findings, source, attempt, requestId, retry } = result;
  const { undo, busy } = useUndo();
  const [undone, setUndone] = useState(false);
  const fates = lineOutcomes(attempt);
  const counts = countsOf(fates);
  const open = counts.unknown + counts.unsent;
  return (
    <div className="rb">
      <p className={counts.failed + open > 0 ? 'rb-warn' : 'rb-ok'} role="status">
        {t('import.result', counts)}
      </p>
      {counts.unknown > 0 && <p className="rb-error">{t('import.unknown', { count: counts.unknown })}</p>}
      {counts.unsent > 0 && <p className="rb-warn">{t('import.unsent', { count: counts.unsent })}</p>}
      {retry && <p>{t('import.retryHint')}</p>}
      {requestId !== undefined && counts.created + counts.updated + counts.unknown > 0 && (
        <div className="ri-undo">
          {undone ? (
            <p className="rb-ok" role="status">
              {t('import.undone')}
            </p>
          ) : (
            <>
              <button
                type="button"
                className="btn"
                disabled={busy}
                onClick={() => void undo({ requestId }).then((done) => setUndone((before) => before || done))}
              >
                {t('import.undo')}
              </button>
              <span>{t('import.undoHint')}</span>
            </>
          )}
        </div>
      )}
      {findings.length > 0 && <FindingsTable scope={scope} root={root} findings={findings} source={source} />}
      <DownloadRows
        label={t('import.downloadResult')}
        name={`${scope.resource.file}-result`}
        source={source}
        added={[t('import.outcome'), t('import.problem')]}
        rows={() =>
          attempt.lines.map((line) => ({
            row: line.row,
            remarks: [t(`import.fate.${fates.get(line) ?? 'failed'}`), messagesOf(scope, root, line.findings)],
          }))
        }
      />
      <div className="rb-buttons">
        <button type="button" className="btn" onClick={onAgain}>
          {t('import.another')}
        </button>
        {retry ? (
          <button type="button" className="btn btn-primary" onClick={retry}>
            {t('action.retry')}
          </button>
        ) : (
          onClose && (
            <button type="button" className="btn btn-primary" onClick={onClose}>
              {t('action.close')}
            </button>
          )
        )}
      </div>
    </div>
  );
}
