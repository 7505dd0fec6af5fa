import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineReport } from './line-set.ts';
import { messageOf } from '#ui/message.ts';

const kinds = ['errors', 'duplicates', 'overlaps'] as const;
type Kind = (typeof kinds)[number];

type Props = { report: LineReport; onJump: (line: number) => void; onRemoveDuplicates: () => void; disabled: boolean | undefined };

/** What is wrong with the rules, by kind, each finding leading to its line. */
export function AddressRuleIssues({ report, onJump, onRemoveDuplicates, disabled }: Props) {
  const { t } = useTranslation('widgets');
  const [open, setOpen] = useState<Kind | undefined>(undefined);
  const present = kinds.filter((kind) => report.counts[kind] > 0);
  if (present.length === 0) return null;
  const listed = open && report.counts[open] > 0 ? open : undefined;
  return (
    <div className="wr-issues" role="group" aria-label={t('rules.issues')}>
      <div className="wx-row">
        {present.map((kind) => (
          <button
            key={kind}
            type="button"
            className="wr-issue-kind"
            data-kind={kind}
            aria-expanded={listed === kind}
            onClick={() => setOpen(listed === kind ? undefined : kind)}
          >
            {t(`rules.${kind}`, { count: report.counts[kind] })}
          </button>
        ))}
        {report.counts.duplicates > 0 && (
          <button type="button" className="wx-button" disabled={disabled} onClick={onRemoveDuplicates}>
            {t('rules.removeDuplicates')}
          </button>
        )}
      </div>
      {listed && (
        <ul className="wr-list">
          {itemsOf(report, listed).map(({ line, key, text }) => (
            <li key={key}>
              <button type="button" className="wx-button" onClick={() => onJump(line)}>
                {text}
              </button>
            </li>
          ))}
          {report.counts[listed] > report[listed].length && (
            <li className="wx-note">{t('rules.more', { count: report.counts[listed] - report[listed].length })}</li>
          )}
        </ul>
      )}
    </div>
  );

  function itemsOf(from: LineReport, kind: Kind): { line: number; key: string; text: string }[] {
    if (kind === 'errors')
      return from.errors.map(({ line, code, params }) => ({
        line,
        key: `${line}`,
        text: t('rules.issue', { line, message: messageOf(code, params) }),
      }));
    const word = kind === 'duplicates' ? 'rules.duplicate' : 'rules.overlap';
    return from[kind].map(({ line, other }) => ({ line, key: `${line} ${other}`, text: t(word, { line, other }) }));
  }
}
