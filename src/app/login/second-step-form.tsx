import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { login, sendSmsCode, type Credentials, type SecondStep } from '#api/session.ts';
import type { Notice } from '#app/base/address.ts';
import { LoginInput } from '#app/login/login-input.tsx';
import { Submit } from '#app/login/submit.tsx';
import { useCountdown } from '#app/login/use-countdown.ts';

type SecondStepFormProps = {
  credentials: Credentials;
  second: SecondStep;
  /** Back to name and password, with a message on why. */
  onBack: (why?: Notice) => void;
  onLogin: () => void;
};

const digits = /^\d{6}$/;

/** The code of an SMS, of an authenticator app, or one kept for the day the app is lost. */
export function SecondStepForm({ credentials, second, onBack, onLogin }: SecondStepFormProps): ReactNode {
  const { t } = useTranslation('shell');
  const field = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const fail = (text: string): void => {
    setTrouble(text);
    field.current?.select();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = code.trim();
    if (busy) return;
    if (recovery ? typed === '' : !digits.test(typed)) return fail(t('login.needCode'));
    setBusy(true);
    setTrouble(undefined);
    const { ticket } = second;
    try {
      const proof = recovery
        ? { ticket, recoveryCode: typed }
        : second.step === 'sms'
          ? { ticket, smsCode: typed }
          : { ticket, totpCode: typed };
      const result = await login(credentials, proof);
      if (result.step === 'done') return onLogin();
      fail(t('login.needCode'));
    } catch (error) {
      // the first step was too long ago
      if (error instanceof ApiError && error.code === 'captcha') return onBack({ tone: 'trouble', text: t('login.tooLong') });
      fail(errorMessage(error));
    }
    setBusy(false);
  };
  const label = recovery ? t('login.recovery') : t(second.step === 'sms' ? 'login.smsCode' : 'login.totp');
  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('login.second')}</h1>
      <p className="login-note">
        {second.step === 'sms' ? t('login.smsNote', { mobile: second.mobile }) : t(recovery ? 'login.recoveryNote' : 'login.totpNote')}
      </p>
      <LoginInput
        ref={field}
        label={label}
        name="code"
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={recovery ? 32 : 6}
        autoFocus
        value={code}
        aria-invalid={trouble !== undefined || undefined}
        aria-describedby="login-trouble"
        onChange={({ target }) => setCode(target.value)}
      />
      {second.step === 'sms' && <SmsCode credentials={credentials} ticket={second.ticket} onTrouble={setTrouble} onBack={onBack} />}
      {second.step === 'totp' && (
        <button
          type="button"
          className="login-link"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setTrouble(undefined);
            field.current?.focus();
          }}
        >
          {t(recovery ? 'login.useApp' : 'login.useRecovery')}
        </button>
      )}
      <p id="login-trouble" className="login-trouble" role="alert">
        {trouble}
      </p>
      <Submit busy={busy} label={t('login.submit')} busyLabel={t('login.busy')} />
      <button type="button" className="login-link" onClick={() => onBack()}>
        {t('login.back')}
      </button>
    </form>
  );
}

type SmsCodeProps = {
  credentials: Credentials;
  ticket: string | undefined;
  onTrouble: (text: string | undefined) => void;
  onBack: (why: Notice) => void;
};

/** Sends a code at once, and another when the wait is over. */
function SmsCode({ credentials, ticket, onTrouble, onBack }: SmsCodeProps): ReactNode {
  const { t } = useTranslation('shell');
  const [left, setLeft] = useCountdown();
  const begun = useRef(false);
  const send = async (): Promise<void> => {
    onTrouble(undefined);
    try {
      setLeft(await sendSmsCode(credentials, ticket));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'captcha') return onBack({ tone: 'trouble', text: t('login.tooLong') });
      onTrouble(errorMessage(error));
      const seconds = error instanceof ApiError ? error.params['seconds'] : undefined;
      if (typeof seconds === 'number') setLeft(seconds);
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void send();
  });
  return (
    <button type="button" className="btn" disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? t('login.resendIn', { seconds: left }) : t('login.resend')}
    </button>
  );
}
