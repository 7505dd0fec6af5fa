import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Captcha } from '#api/session.ts';
import type { Described } from '#app/login/login-input.tsx';

type CaptchaFieldProps = Described & {
  picture: Captcha;
  onRenew: () => void;
  /** A new picture takes the focus: the last one was typed off wrongly. */
  autoFocus?: boolean;
};

export function CaptchaField({ picture, onRenew, ...described }: CaptchaFieldProps): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <div className="login-field">
      <label htmlFor="captcha">{t('login.captcha')}</label>
      <div className="login-captcha">
        <input
          id="captcha"
          key={picture.id}
          className="input"
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={12}
          {...described}
        />
        <button type="button" onClick={onRenew} aria-label={t('login.captchaNew')} title={t('login.captchaNew')}>
          <img src={`data:image/png;base64,${picture.image}`} alt={t('login.captchaImage')} width={132} height={44} />
        </button>
      </div>
    </div>
  );
}
