import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { RuleFinding } from './rule-trace.ts';
import './rule-trace.css';

/** The mark in the row itself. */
export function FindingMark({ finding }: { finding: RuleFinding }) {
  const { t } = useTranslation('resource');
  const text = findingText(t, finding);
  return (
    <span className="rj-mark" role="img" aria-label={text} title={text}>
      <Icon name="warning" size={14} />
    </span>
  );
}

export function findingText(t: TFunction<'resource'>, { kind, byRuleName, byPriority }: RuleFinding): string {
  return t(`findings.${kind}By`, { name: byRuleName, priority: byPriority });
}
