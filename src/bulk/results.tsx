import { useTranslation } from 'react-i18next';
import { pointerOf } from '#domain/value.ts';
import { itemField } from '#resource/fields.ts';
import { pathLabel } from '#history/diff-table.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { isLost, type Outcome, reason, type Step } from './run.ts';

const MOST = 500;
/** What needs a look comes first. */
const ORDER: readonly Outcome['kind'][] = ['failed', 'skipped', 'same', 'done'];

type Props = { scope: WholeScope; steps: Step[]; outcomes: Outcome[]; /** What would become of them, not what did. */ tried?: true };

/** What became, or would become, of each row. */
export function Results({ scope, steps, outcomes, tried }: Props) {
  const { t } = useTranslation('resource');
  const root = itemField(scope.resource);
  const all = steps
    .map((step, index) => ({ step, outcome: outcomes[index] ?? { kind: 'skipped' as const } }))
    .toSorted((a, b) => ORDER.indexOf(a.outcome.kind) - ORDER.indexOf(b.outcome.kind));
  const word = (outcome: Outcome): string => {
    if (outcome.kind === 'done') return t(tried ? 'bulk.outcome.would' : 'bulk.outcome.done');
    if (outcome.kind === 'same') return t('bulk.outcome.same');
    if (outcome.kind === 'skipped') return t('bulk.skipped');
    const why = reason(outcome, (path) => pathLabel(scope, root, pointerOf(path)));
    return !tried && isLost(outcome) ? t('bulk.outcome.unknown', { reason: why }) : why;
  };
  return (
    // scrolls, so the keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="rb-results" role="region" aria-label={t('bulk.results')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('bulk.item')}</th>
            <th scope="col">{t('bulk.outcome.title')}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MOST).map(({ step, outcome }, index) => (
            <tr key={index} data-outcome={outcome.kind}>
              <th scope="row">{step.name}</th>
              <td>{word(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MOST && <p>{t('bulk.cut', { count: all.length - MOST })}</p>}
    </div>
  );
}
