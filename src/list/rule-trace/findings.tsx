import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#ui/notify.ts';
import { Popup } from '#ui/popup.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ChangeState } from '#resource/use-page-state.ts';
import type { PageState } from '#resource/url-state.ts';
import { rowState, type RuleFinding } from './rule-trace.ts';
import { findingText } from './finding-mark.tsx';
import './rule-trace.css';

type BannerProps = { findings: RuleFinding[] | undefined; state: PageState; onChange: ChangeState };

/** How many rows of the table never decide, and which, each beside the row that decides in its place. */
export function FindingsBanner({ findings, state, onChange }: BannerProps) {
  const { t } = useTranslation('resource');
  useNews(findings);
  if (!findings || findings.length === 0) return null;
  const show = (id: string, place: number): void => onChange(rowState(id, place, state.size, state.tab));
  return (
    <div className="rj-banner" role="status">
      <Icon name="warning" size={16} />
      <span>{t('findings.count', { count: findings.length })}</span>
      <Popup
        role="dialog"
        button={t('findings.show')}
        className="btn rt-small"
        panelName={t('findings.title')}
        panelClassName="rj-findings"
      >
        {(close) => (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('findings.rule')}</th>
                <th scope="col">{t('findings.kind')}</th>
                <th scope="col">{t('findings.by')}</th>
              </tr>
            </thead>
            <tbody>
              {findings.map((finding) => (
                <tr key={finding.ruleId}>
                  <td>
                    <Named
                      name={finding.ruleName}
                      priority={finding.priority}
                      onShow={() => (close(), show(finding.ruleId, finding.position))}
                    />
                  </td>
                  <td>{t(`findings.${finding.kind}`)}</td>
                  <td>
                    <Named
                      name={finding.byRuleName}
                      priority={finding.byPriority}
                      onShow={() => (close(), show(finding.byRuleId, finding.byPosition))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Popup>
    </div>
  );
}

/** Whatever was done to the rows: those that never decide since then are told at once, not only marked. */
function useNews(findings: RuleFinding[] | undefined): void {
  const { t } = useTranslation('resource');
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!findings) return;
    const before = known.current;
    known.current = new Set(findings.map(({ ruleId }) => ruleId));
    const [first, ...more] = before ? findings.filter(({ ruleId }) => !before.has(ruleId)) : [];
    if (first) notify.warning(t('findings.news', { name: first.ruleName, count: more.length + 1 }), findingText(t, first));
  }, [findings, t]);
}

function Named({ name, priority, onShow }: { name: string; priority: number; onShow: () => void }) {
  return (
    <>
      <span className="rj-priority">{priority}</span>{' '}
      <button type="button" className="rt-link" onClick={onShow}>
        {name}
      </button>
    </>
  );
}
