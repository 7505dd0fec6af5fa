import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeScope } from '#resource/scope.ts';
import { MappingStep } from '#import/steps/mapping-step.tsx';
import { ReportStep } from '#import/steps/report-step.tsx';
import { ResultStep } from '#import/steps/result-step.tsx';
import { SourceStep } from '#import/steps/source-step.tsx';
import { type Choices, type Phase, useImport } from './use-import.ts';
import '#ui/dialog.css';
import './import.css';

type Props = { scope: WholeScope; /** Where the flow is shown in something that closes. */ onClose?: () => void };

/** Many rows from a file: every bad row and cell is told before anything is stored. */
export function ImportFlow({ scope, onClose }: Props) {
  const { phase, root, columnRoot, read, check, apply, setPhase, stop } = useImport(scope);
  const [choices, setChoices] = useState<Choices>({ onExisting: 'refuse', onEmpty: 'keep' });
  switch (phase.kind) {
    case 'source':
      return <SourceStep scope={scope} root={root} error={phase.error} onRead={(file) => void read(file)} />;
    case 'mapping':
      return (
        <MappingStep
          scope={scope}
          root={root}
          source={phase.source}
          columnRoot={columnRoot}
          choices={choices}
          onMap={(paths) => setPhase({ kind: 'mapping', source: { ...phase.source, paths } })}
          onChoose={setChoices}
          onBack={() => setPhase({ kind: 'source' })}
          onCheck={() => void check(phase.source, choices)}
        />
      );
    case 'busy':
      return <Busy phase={phase} onStop={stop} />;
    case 'report':
      return (
        <ReportStep
          scope={scope}
          root={columnRoot}
          report={phase}
          onBack={() => setPhase({ kind: 'mapping', source: phase.source })}
          onAmended={(source) => void check(source, choices)}
          onApply={(atomic) => void apply(phase, atomic)}
        />
      );
    case 'over':
      return <ResultStep scope={scope} root={columnRoot} result={phase} onAgain={() => setPhase({ kind: 'source' })} onClose={onClose} />;
  }
}

function Busy({ phase, onStop }: { phase: Extract<Phase, { kind: 'busy' }>; onStop: () => void }) {
  const { t } = useTranslation('resource');
  const { what, done, total, whole } = phase;
  const said = whole ? t('import.busy.whole', { total }) : t(`import.busy.${what}`, { done: done ?? 0, total: total ?? '…' });
  return (
    <div className="rb-progress" role="status">
      <span>{said}</span>
      <progress max={total} value={whole ? undefined : done} aria-label={said} />
      {what !== 'reading' && what !== 'checking' && !whole && (
        <button type="button" className="btn" onClick={onStop}>
          {t('bulk.stop')}
        </button>
      )}
    </div>
  );
}
