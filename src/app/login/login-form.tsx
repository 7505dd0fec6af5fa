import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import { login } from '#api/session.ts';
import { takeNotice } from '#app/address.ts';
import { CaptchaField } from '#app/login/captcha-field.tsx';
import { useCaptcha } from '#app/login/use-captcha.ts';
import { PasswordField } from '#app/login/password-field.tsx';

type Field = 'username' | 'password' | 'captcha';
type Trouble = { text: string; field?: Field };

// taken once: the sentence must outlive a second render of the same page
const notice = takeNotice();

export function LoginForm({ onLogin }: { onLogin: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const captcha = useCaptcha();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | undefined>(notice === undefined ? undefined : { text: notice });
  const form = useRef<HTMLFormElement>(null);
  const fail = (text: string, field?: Field): void => {
    setTrouble(field === undefined ? { text } : { text, field });
    form.current?.querySelector<HTMLInputElement>(`[name=${field ?? 'password'}]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || form.current === null) return;
    const values = new FormData(form.current);
    const text = (name: Field): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    if (text('username').trim() === '') return fail(t('login.needUsername'), 'username');
    if (text('password') === '') return fail(t('login.needPassword'), 'password');
    if (captcha.picture !== undefined && text('captcha').trim() === '') return fail(t('login.needCaptcha'), 'captcha');
    setBusy(true);
    setTrouble(undefined);
    try {
      const result = await login({
        username: text('username'),
        password: text('password'),
        remember: values.get('remember') !== null,
        ...(captcha.picture === undefined ? {} : { captcha: { id: captcha.picture.id, text: text('captcha').trim() } }),
      });
      if (result.step === 'done') return onLogin();
      fail(t('login.sms'));
    } catch (error) {
      fail(sentence(error));
      captcha.renew();
    }
    setBusy(false);
  };
  const described = (field: Field): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    trouble?.field === field ? { 'aria-invalid': true, 'aria-describedby': 'login-trouble' } : {};
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('login.title')}</h1>
      <label className="login-field">
        <span>{t('login.username')}</span>
        <input
          className="input"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          autoFocus
          {...described('username')}
        />
      </label>
      <PasswordField {...described('password')} />
      {captcha.picture !== undefined && <CaptchaField picture={captcha.picture} onRenew={captcha.renew} {...described('captcha')} />}
      <label className="login-remember">
        <input type="checkbox" name="remember" />
        {t('login.remember')}
      </label>
      <p id="login-trouble" className="login-trouble" role="alert">
        {trouble?.text}
      </p>
      <button type="submit" className="btn btn-primary login-submit" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {t(busy ? 'login.busy' : 'login.submit')}
      </button>
    </form>
  );
}
