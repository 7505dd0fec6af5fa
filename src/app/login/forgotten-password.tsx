import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { encodePassword } from '#api/password.ts';
import { passwordProblem } from '#domain/password.ts';
import { requestPasswordReset, resetPassword } from '#generated/client/start.ts';
import type { Notice } from '#app/base/address.ts';
import { CaptchaField } from '#app/login/captcha-field.tsx';
import { type Described, LoginInput, UsernameInput } from '#app/login/login-input.tsx';
import { Submit } from '#app/login/submit.tsx';
import { useCaptcha } from '#app/login/use-captcha.ts';
import { useCountdown } from '#app/login/use-countdown.ts';

type ForgottenPasswordProps = { username: string; onBack: (notice?: Notice) => void };
type Trouble = { text: string; field: string };

const newPassword = { type: 'password', autoComplete: 'new-password', maxLength: 128 };

/** A code goes to the account's mail or phone; with it a new password is set. Whether the account exists is never told. */
export function ForgottenPassword({ username: typed, onBack }: ForgottenPasswordProps): ReactNode {
  const { t } = useTranslation('shell');
  const captcha = useCaptcha(true);
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState(typed);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [left, setLeft] = useCountdown();
  const fail = (text: string, field: string): void => {
    setTrouble({ text, field });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  };
  const ask = async (picture: string): Promise<void> => {
    const name = username.trim();
    if (name === '') return fail(t('login.needUsername'), 'username');
    if (captcha.picture !== undefined && picture === '') return fail(t('login.needCaptcha'), 'captcha');
    const body = { username: name, ...(captcha.picture === undefined ? {} : { captchaId: captcha.picture.id, captcha: picture }) };
    const { data } = await requestPasswordReset(body, { bearer: false });
    setLeft(data.retryAfter);
    setSent(true);
  };
  const set = async (code: string, next: string, again: string): Promise<void> => {
    if (code === '') return fail(t('login.needCode'), 'code');
    if (next === '') return fail(t('password.needNew'), 'new-password');
    if (passwordProblem(next) !== undefined) return fail(t('login.weak'), 'new-password');
    if (again === '') return fail(t('password.needConfirm'), 'confirm-password');
    if (again !== next) return fail(t('password.mismatch'), 'confirm-password');
    const name = username.trim();
    const [newPassword, newPasswordConfirm] = await Promise.all([encodePassword(name, next), encodePassword(name, again)]);
    await resetPassword({ username: name, code, newPassword, newPasswordConfirm }, { bearer: false });
    onBack({ tone: 'done', text: t('password.done') });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || form.current === null) return;
    const values = new FormData(form.current);
    const text = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    setBusy(true);
    setTrouble(undefined);
    try {
      if (sent) await set(text('code').trim(), text('new-password'), text('confirm-password'));
      else await ask(text('captcha').trim());
    } catch (error) {
      fail(errorMessage(error), sent ? 'code' : error instanceof ApiError && error.code === 'captcha' ? 'captcha' : 'username');
      if (!sent) captcha.renew();
    }
    setBusy(false);
  };
  const invalid = (field: string): Described =>
    trouble?.field === field ? { 'aria-invalid': true, 'aria-describedby': 'login-trouble' } : {};
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('login.forgotTitle')}</h1>
      <p className="login-note">{t(sent ? 'login.resetSent' : 'login.resetNote')}</p>
      <UsernameInput
        label={t('login.username')}
        readOnly={sent}
        autoFocus={!sent}
        value={username}
        onChange={({ target }) => setUsername(target.value)}
        {...invalid('username')}
      />
      {!sent && captcha.picture !== undefined && (
        <CaptchaField picture={captcha.picture} onRenew={captcha.renew} autoFocus={trouble?.field === 'captcha'} {...invalid('captcha')} />
      )}
      {sent && (
        <>
          <LoginInput label={t('login.resetCode')} name="code" autoComplete="one-time-code" maxLength={32} autoFocus {...invalid('code')} />
          <LoginInput label={t('password.new')} name="new-password" {...newPassword} {...invalid('new-password')} />
          <LoginInput label={t('password.confirm')} name="confirm-password" {...newPassword} {...invalid('confirm-password')} />
          <button type="button" className="btn" disabled={left > 0} onClick={() => setSent(false)}>
            {left > 0 ? t('login.resendIn', { seconds: left }) : t('login.resend')}
          </button>
        </>
      )}
      <p id="login-trouble" className="login-trouble" role="alert">
        {trouble?.text}
      </p>
      <Submit busy={busy} label={t(sent ? 'password.title' : 'login.sendReset')} />
      <button type="button" className="login-link" onClick={() => onBack()}>
        {t('login.back')}
      </button>
    </form>
  );
}
