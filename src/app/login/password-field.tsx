import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Described } from '#app/login/login-input.tsx';
import { Icon } from '#ui/icon.tsx';

type Props = Described & { placeholder?: string | undefined; autoFocus?: boolean };

export function PasswordField({ placeholder, ...described }: Props): ReactNode {
  const { t } = useTranslation('shell');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  // browsers send key events without this method when they fill the field in
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div className="login-field">
      <label htmlFor="password">{t('login.password')}</label>
      <div className="login-password">
        <input
          id="password"
          className="input"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          placeholder={placeholder}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
          {...described}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t(shown ? 'login.hide' : 'login.show')}
          title={t(shown ? 'login.hide' : 'login.show')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <span className="login-hint" role="status">
        {capsLock ? t('login.capsLock') : ''}
      </span>
    </div>
  );
}
