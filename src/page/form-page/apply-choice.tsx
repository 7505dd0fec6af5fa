import { use, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApplyContext, NOW, type Apply } from './apply.ts';

const MINUTE = 60_000;
const MINUTES = [5, 10, 30, 60] as const;

/** Before saving: when the change is applied, and whether it is taken back unless somebody confirms it. */
export function ApplyChoice(): ReactNode {
  const { t } = useTranslation('steps');
  const id = useId();
  const choice = use(ApplyContext);
  if (!choice) return null;
  const { apply, onApply } = choice;
  const begun: Record<Apply['kind'], () => Apply> = {
    now: () => NOW,
    timed: () => ({ kind: 'timed', at: new Date(Math.ceil((Date.now() + 60 * MINUTE) / (15 * MINUTE)) * 15 * MINUTE).toISOString() }),
    trial: () => ({ kind: 'trial', minutes: 10 }),
  };
  return (
    <fieldset className="fp-choice" data-testid="apply">
      <legend>{t('apply.how')}</legend>
      {(['now', 'timed', 'trial'] as const).map((kind) => (
        <label key={kind} className="fp-option">
          <input type="radio" name={`${id}-apply`} value={kind} checked={apply.kind === kind} onChange={() => onApply(begun[kind]())} />
          <strong>{t(`apply.${kind}`)}</strong>
          <small>{t(`apply.${kind}Hint`)}</small>
        </label>
      ))}
      {apply.kind === 'timed' && (
        <p>
          <label htmlFor={`${id}-at`}>{t('apply.at')} </label>
          <input
            id={`${id}-at`}
            className="input"
            type="datetime-local"
            value={localText(apply.at)}
            onChange={({ target }) => target.value !== '' && onApply({ kind: 'timed', at: new Date(target.value).toISOString() })}
          />
        </p>
      )}
      {apply.kind === 'trial' && (
        <p>
          <label htmlFor={`${id}-within`}>{t('apply.within')} </label>
          <select
            id={`${id}-within`}
            className="input"
            value={apply.minutes}
            onChange={({ target }) => onApply({ kind: 'trial', minutes: Number(target.value) })}
          >
            {MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('apply.minutes', { count: minutes })}
              </option>
            ))}
          </select>
        </p>
      )}
    </fieldset>
  );
}

/** An instant as the field for a date and a time takes it: in the operator's own time. */
function localText(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
