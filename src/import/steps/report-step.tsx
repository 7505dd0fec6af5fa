import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import type { WholeScope } from '#resource/scope.ts';
import { type Amendments, amended } from './amend.ts';
import { ChangesList } from './changes-list.tsx';
import { Choice } from '#import/choice.tsx';
import { FindingsTable } from './findings-table.tsx';
import { canBeAtomic, type Phase, validLines, type Source } from '#import/use-import.ts';

type Props = {
  scope: WholeScope;
  root: Field;
  report: Extract<Phase, { kind: 'report' }>;
  onBack: () => void;
  onAmended: (source: Source) => void;
  onApply: (atomic: boolean) => void;
};

/** What would happen; nothing is stored yet. Bad cells can be put right here. */
export function ReportStep({ scope, root, report, onBack, onAmended, onApply }: Props) {
  const { t } = useTranslation('resource');
  const { lines, findings, source, bulk } = report;
  const good = validLines(lines);
  const bad = lines.filter(({ findings: own }) => own.length > 0).length;
  const updates = good.filter(({ existing }) => existing !== undefined).length;
  const possible = canBeAtomic(bulk, good.length);
  const [how, setHow] = useState<'whole' | 'each'>('whole');
  const [amendments, setAmendments] = useState<Amendments>(new Map());
  return (
    <div className="rb">
      <p className={bad > 0 ? 'rb-warn' : 'rb-ok'} role="status">
        {t('import.summary', {
          creates: good.length - updates,
          updates,
          unchanged: lines.filter(({ stays }) => stays === 'unchanged').length,
          skipped: lines.filter(({ stays }) => stays === 'skipped').length,
          bad,
        })}
      </p>
      {findings.length > 0 && (
        <>
          <p>{t('import.findingsHint', { count: findings.length })}</p>
          <FindingsTable
            scope={scope}
            root={root}
            findings={findings}
            source={source}
            onAmend={(place, text) => setAmendments((before) => new Map(before).set(place, text))}
          />
        </>
      )}
      <ChangesList scope={scope} plan={report.plan} lines={good} />
      {good.length > 1 &&
        (possible ? (
          <Choice legend={t('import.how')} options={{ whole: t('import.atomic'), each: t('import.each') }} value={how} onChange={setHow} />
        ) : (
          <p>{t('import.notAtomic')}</p>
        ))}
      <div className="rb-buttons">
        <button type="button" className="btn" onClick={onBack}>
          {t('import.back')}
        </button>
        {amendments.size > 0 ? (
          <button type="button" className="btn btn-primary" onClick={() => onAmended(amended(source, amendments))}>
            {t('import.recheck', { count: amendments.size })}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            disabled={good.length === 0}
            onClick={() => onApply(possible && how === 'whole')}
          >
            {t(bad > 0 ? 'import.applyGood' : 'import.apply', { count: good.length })}
          </button>
        )}
      </div>
    </div>
  );
}
