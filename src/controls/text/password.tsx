import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordRequirements } from '#domain/password.ts';
import { newPassword } from './new-password.ts';
import { messageOf } from '#ui/message.ts';
import { TextControl } from './text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A new password: what it still lacks, reveal, and one made up on request. */
export function Password({ id, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const [shown, setShown] = useState(false);
  const text = textOf(value);
  const requirements = passwordRequirements(text);
  const met = requirements.filter((each) => each.met).length;
  const strength = text === '' ? 0 : met < requirements.length ? met / requirements.length / 2 : text.length >= 14 ? 1 : 0.75;
  const shared = { id, value, onChange, onBlur, disabled, invalid, required };
  return (
    <div className="wx-stack" style={{ gap: 4 }}>
      <TextControl
        {...shared}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        describedBy={[describedBy, `${id}-strength`].filter(Boolean).join(' ')}
        show={textOf}
        read={(typed) => (typed === '' ? undefined : typed)}
        suffix={
          <>
            <button type="button" className="wx-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {t(shown ? 'password.hide' : 'password.show')}
            </button>
            <button
              type="button"
              className="wx-button"
              disabled={disabled}
              onClick={() => {
                setShown(true);
                onChange(newPassword());
              }}
            >
              {t('password.generate')}
            </button>
          </>
        }
      />
      <div id={`${id}-strength`}>
        <div className="wx-meter" aria-hidden>
          <div
            style={{
              width: `${strength * 100}%`,
              background: strength < 0.5 ? 'var(--danger)' : strength < 1 ? 'var(--warning)' : 'var(--success)',
            }}
          />
        </div>
        {text !== '' && (
          <div className="wx-note" aria-live="polite">
            {met < requirements.length ? t('password.lacks') : t(strength < 1 ? 'password.good' : 'password.strong')}
            {requirements
              .filter((each) => !each.met)
              .map(({ problem }) => messageOf(problem.code, problem.params))

              .join(' ')}
          </div>
        )}
      </div>
    </div>
  );
}

export const examples: Example[] = [
  { name: 'password', field: exampleField('password', { format: 'password', writeOnly: true }), value: 'Demo1234' },
  { name: 'password, weak', field: exampleField('password', { format: 'password', writeOnly: true }), value: 'demo' },
];
