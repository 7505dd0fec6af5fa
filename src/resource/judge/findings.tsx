import { useTranslation } from 'react-i18next';
import { Popup } from '#ui/popup.tsx';
import { Glyph } from '#resource/glyph.tsx';
import type { ChangeState } from '#resource/use-page-state.ts';
import type { PageState } from '#resource/url-state.ts';
import { placeState, type RowFinding } from './judge.ts';
import './judge.css';

type BannerProps = { findings: RowFinding[]; state: PageState; onChange: ChangeState };

/** How many rows of the table never decide, and which, each beside the row that decides in its place. */
export function FindingsBanner({ findings, state, onChange }: BannerProps) {
  const { t } = useTranslation('resource');
  if (findings.length === 0) return null;
  const show = (id: string, place: number): void => onChange(placeState(id, place, state.size, state.tab));
  return (
    <div className="rj-banner" role="status">
      <Glyph name="warning" size={16} />
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

/** The mark in the row itself. */
export function FindingMark({ finding }: { finding: RowFinding }) {
  const { t } = useTranslation('resource');
  const text = t(`findings.${finding.kind}By`, { name: finding.byRuleName, priority: finding.byPriority });
  return (
    <span className="rj-mark" role="img" aria-label={text} title={text}>
      <Glyph name="warning" size={14} />
    </span>
  );
}
