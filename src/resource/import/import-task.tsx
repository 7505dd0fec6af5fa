import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#resource/dialog.tsx';
import type { Scope } from '#resource/scope.ts';
import { MappingStep } from './mapping-step.tsx';
import { ReportStep } from './report-step.tsx';
import { ResultStep } from './result-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type OnExisting, type Phase, useImport } from './use-import.ts';
import './import.css';

type Props = { scope: Scope; onClose: () => void };

/** Many rows from a file: every bad row and cell is told before anything is stored. */
export function ImportTask({ scope, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { phase, root, read, check, apply, setPhase, stop } = useImport(scope);
  const [onExisting, setOnExisting] = useState<OnExisting>('refuse');
  return (
    <Dialog wide title={t('import.title', { title: scope.labels.title })} onClose={onClose}>
      {phase.kind === 'source' && <SourceStep scope={scope} root={root} error={phase.error} onRead={(bytes) => void read(bytes)} />}
      {phase.kind === 'mapping' && (
        <MappingStep
          scope={scope}
          root={root}
          source={phase.source}
          onExisting={onExisting}
          onMap={(paths) => setPhase({ kind: 'mapping', source: { ...phase.source, paths } })}
          onOnExisting={setOnExisting}
          onBack={() => setPhase({ kind: 'source' })}
          onCheck={() => void check(phase.source, onExisting)}
        />
      )}
      {phase.kind === 'busy' && <Busy phase={phase} onStop={stop} />}
      {phase.kind === 'report' && (
        <ReportStep
          scope={scope}
          root={root}
          report={phase}
          onBack={() => setPhase({ kind: 'mapping', source: phase.source })}
          onApply={(atomic) => void apply(phase, atomic)}
        />
      )}
      {phase.kind === 'over' && <ResultStep scope={scope} root={root} result={phase} onClose={onClose} />}
    </Dialog>
  );
}

function Busy({ phase, onStop }: { phase: Extract<Phase, { kind: 'busy' }>; onStop: () => void }) {
  const { t } = useTranslation('resource');
  const { what, done, total } = phase;
  return (
    <div className="rb-progress" role="status">
      <span>{t(`import.busy.${what}`, { done: done ?? 0, total: total ?? '…' })}</span>
      <progress max={total} value={done} aria-label={t(`import.busy.${what}`, { done: done ?? 0, total: total ?? '…' })} />
      {what !== 'reading' && what !== 'checking' && (
        <button type="button" className="btn" onClick={onStop}>
          {t('bulk.stop')}
        </button>
      )}
    </div>
  );
}
