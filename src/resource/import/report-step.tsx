import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import type { Scope } from '#resource/scope.ts';
import { FindingsTable } from './findings-table.tsx';
import { canBeAtomic, type Phase } from './use-import.ts';

type Props = {
  scope: Scope;
  root: Field;
  report: Extract<Phase, { kind: 'report' }>;
  onBack: () => void;
  onApply: (atomic: boolean) => void;
};

/** What would happen; nothing is stored yet. */
export function ReportStep({ scope, root, report, onBack, onApply }: Props) {
  const { t } = useTranslation('resource');
  const { lines, findings, source, bulk } = report;
  const good = lines.filter(({ skip, findings: own }) => !skip && own.length === 0);
  const bad = lines.filter(({ findings: own }) => own.length > 0).length;
  const updates = good.filter(({ existing }) => existing !== undefined).length;
  const possible = canBeAtomic(bulk, good.length);
  const [atomic, setAtomic] = useState(true);
  return (
    <div className="rb">
      <p className={bad > 0 ? 'rb-warn' : 'rb-ok'} role="status">
        {t('import.summary', {
          creates: good.length - updates,
          updates,
          skipped: lines.filter(({ skip }) => skip).length,
          bad,
        })}
      </p>
      {findings.length > 0 && (
        <>
          <p>{t('import.findingsHint', { count: findings.length })}</p>
          <FindingsTable scope={scope} root={root} findings={findings} source={source} />
        </>
      )}
      {good.length > 1 && (
        <label className="ri-atomic">
          <input type="checkbox" checked={atomic && possible} disabled={!possible} onChange={(event) => setAtomic(event.target.checked)} />
          {t(possible ? 'import.atomic' : 'import.notAtomic')}
        </label>
      )}
      <div className="rb-buttons">
        <button type="button" className="btn" onClick={onBack}>
          {t('import.back')}
        </button>
        <button type="button" className="btn btn-primary" disabled={good.length === 0} onClick={() => onApply(atomic && possible)}>
          {t(bad > 0 ? 'import.applyGood' : 'import.apply', { count: good.length })}
        </button>
      </div>
    </div>
  );
}
