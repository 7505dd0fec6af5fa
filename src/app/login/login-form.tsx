import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { recall, type Remembered } from '#api/remembered.ts';
import { login, type Credentials, type Proof, type SecondStep } from '#api/session.ts';
import { takeNotice, type Notice } from '#app/base/address.ts';
import { CaptchaField } from '#app/login/captcha-field.tsx';
import { Submit } from '#app/login/submit.tsx';
import { useCaptcha } from '#app/login/use-captcha.ts';
import { type Described, LoginInput, UsernameInput } from '#app/login/login-input.tsx';
import { PasswordField } from '#app/login/password-field.tsx';

type Field = 'username' | 'password' | 'captcha' | 'code';
type Trouble = { text: string; field?: Field };
type LoginFormProps = {
  /** What another step has to say. */
  notice: Notice | undefined;
  /** The server asks for a picture from the start. */
  pictured: boolean;
  /** Offered where a forgotten password can be set anew. */
  forgot: ((username: string) => void) | undefined;
  onSecond: (credentials: Credentials, second: SecondStep) => void;
  onLogin: (credentials: Credentials) => void;
};

// taken once: the message must outlive a second render of the same page
const left = takeNotice();

export function LoginForm({ notice = left, pictured, forgot, onSecond, onLogin }: LoginFormProps): ReactNode {
  const { t } = useTranslation('shell');
  // after failures the log-in itself asks for it
  const [asked, setAsked] = useState(false);
  const [byApp, setByApp] = useState(false);
  const captcha = useCaptcha(pictured || asked);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | undefined>(notice?.tone === 'trouble' ? notice : undefined);
  const [done, setDone] = useState(notice?.tone === 'done' ? notice.text : undefined);
  const form = useRef<HTMLFormElement>(null);
  const [known, setKnown] = useState<Remembered>();
  // a remembered password is never in the page: only whose name stands there goes on with it
  const [named, setNamed] = useState(false);
  const kept = named ? known?.password : undefined;
  useEffect(() => {
    const fill = async (): Promise<void> => {
      const found = await recall();
      if (!fillIn(form.current, found)) return;
      setKnown(found);
      setNamed(true);
    };
    void fill();
  }, []);
  const fail = (text: string, field?: Field): void => {
    setDone(undefined);
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
    const password = text('password') || kept || '';
    if (password === '') return fail(t('login.needPassword'), 'password');
    const proof = proofOf(captcha.picture?.id, byApp, text('captcha').trim(), text('code').trim());
    if (proof === 'captcha') return fail(t('login.needCaptcha'), 'captcha');
    if (proof === 'code') return fail(t('login.needCode'), 'code');
    setBusy(true);
    setTrouble(undefined);
    const credentials = { username: text('username').trim(), password, remember: values.get('remember') !== null };
    try {
      const result = await login(credentials, proof);
      if (result.step === 'done') return onLogin(credentials);
      if (result.step !== 'none') return onSecond(credentials, result);
    } catch (error) {
      const wrongPicture = error instanceof ApiError && error.code === 'captcha';
      if (!wrongPicture) fail(errorMessage(error), byApp && error instanceof ApiError && error.status === 422 ? 'code' : undefined);
      // asked for only now: the message says what to type, and the field comes with its picture
      else fail(captcha.picture === undefined ? t('login.needCaptcha') : errorMessage(error), 'captcha');
      if (wrongPicture) setAsked(true);
      if (captcha.picture !== undefined) captcha.renew();
    }
    setBusy(false);
  };
  const described = (field: Field): Described =>
    trouble?.field === field ? { 'aria-invalid': true, 'aria-describedby': 'login-trouble' } : {};
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('login.title')}</h1>
      <UsernameInput
        label={t('login.username')}
        defaultValue={notice?.username}
        autoFocus={notice?.username === undefined}
        onChange={({ target }) => setNamed(target.value.trim() === known?.username)}
        {...described('username')}
      />
      <PasswordField
        autoFocus={notice?.username !== undefined}
        placeholder={kept === undefined ? undefined : t('login.kept')}
        {...described('password')}
      />
      {captcha.picture !== undefined && !byApp && (
        <CaptchaField
          picture={captcha.picture}
          onRenew={captcha.renew}
          autoFocus={trouble?.field === 'captcha'}
          {...described('captcha')}
        />
      )}
      {byApp && (
        <LoginInput
          label={t('login.totp')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          autoFocus
          {...described('code')}
        />
      )}
      {captcha.picture !== undefined && (
        <button type="button" className="login-link" onClick={() => setByApp(!byApp)}>
          {t(byApp ? 'login.usePicture' : 'login.useAppInstead')}
        </button>
      )}
      <div className="login-line">
        <label className="login-remember">
          <input type="checkbox" name="remember" />
          {t('login.remember')}
        </label>
        {forgot && (
          <button
            type="button"
            className="login-link"
            onClick={() => forgot(form.current?.querySelector<HTMLInputElement>('[name=username]')?.value ?? '')}
          >
            {t('login.forgot')}
          </button>
        )}
      </div>
      <p className="login-done" role="status">
        {done}
      </p>
      <p id="login-trouble" className="login-trouble" role="alert">
        {trouble?.text}
      </p>
      <Submit busy={busy} label={t('login.submit')} busyLabel={t('login.busy')} />
    </form>
  );
}

/** What proves that no machine is typing, or the field that is still empty. */
function proofOf(picture: string | undefined, byApp: boolean, captcha: string, code: string): Proof | 'captcha' | 'code' | undefined {
  if (picture === undefined) return undefined;
  if (byApp) return code === '' ? 'code' : { totpCode: code };
  return captcha === '' ? 'captcha' : { captcha: { id: picture, text: captcha } };
}

/** Whose name this browser remembers, unless somebody began to type. */
function fillIn(form: HTMLFormElement | null, known: Remembered | undefined): boolean {
  const field = (name: string): HTMLInputElement | null | undefined => form?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const [username, password, remember] = [field('username'), field('password'), field('remember')];
  if (known === undefined || !username || !password || !remember || username.value !== '') return false;
  username.value = known.username;
  remember.checked = true;
  if (document.activeElement === username) password.focus();
  return true;
}
