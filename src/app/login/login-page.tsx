import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetAccount, forgetPassword, remember } from '#api/remembered.ts';
import { loadLoginSettings, type Credentials, type LoginSettings, type SecondStep } from '#api/session.ts';
import { chunk } from '#api/chunk.ts';
import type { Notice } from '#app/base/address.ts';
import { LanguageSwitch } from '#app/base/language-switch.tsx';
import { LoginForm } from '#app/login/login-form.tsx';
import { NetworkPicture } from '#app/login/network-picture.tsx';
import { Logo } from '#app/base/logo.tsx';
import { ThemeSwitch } from '#app/base/theme-switch.tsx';
import './login.css';

// what few need comes when it is needed
const SecondStepForm = lazy(async () => ({
  default: (await chunk(() => import('#app/login/second-step-form.tsx'))).SecondStepForm,
}));
const ForgottenPassword = lazy(async () => ({
  default: (await chunk(() => import('#app/login/forgotten-password.tsx'))).ForgottenPassword,
}));

type Step =
  | { at: 'password'; notice?: Notice | undefined }
  | { at: 'second'; credentials: Credentials; second: SecondStep }
  | { at: 'forgot'; username: string };

/** Plain HTML on the theme's tokens: the first thing anybody waits for. The shell comes while one types. */
export function LoginPage({ onLogin, onShown }: { onLogin: () => void; onShown: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [settings, setSettings] = useState<LoginSettings>();
  useEffect(() => {
    void loadLoginSettings().then(setSettings);
  }, []);
  useEffect(() => {
    if (settings?.rememberPassword === false) forgetPassword();
  }, [settings]);
  const begin = (notice?: Notice): void => setStep({ at: 'password', notice });
  const finish = async ({ username, password, remember: wanted }: Credentials): Promise<void> => {
    if (!wanted) forgetAccount();
    // where the browser gives no crypto or no database, the name is kept alone
    else if (settings?.rememberPassword === true)
      await remember(username.trim(), password).catch(() => remember(username.trim(), undefined));
    else await remember(username.trim(), undefined);
    onLogin();
  };
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('product')}`;
  }, [t]);
  useEffect(onShown, [onShown]);
  return (
    <div className="login">
      <section className="login-side" aria-label={t('product')}>
        <NetworkPicture />
        <p className="login-brand">
          <Logo size={36} />
          {t('product')}
        </p>
        <div className="login-words">
          <p className="login-tagline">{t('tagline')}</p>
          <p className="login-lead">{t('login.lead')}</p>
        </div>
      </section>
      <div className="login-work">
        <header className="login-tools">
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className="login-main">
          <Suspense fallback={null}>
            {step.at === 'password' && (
              <LoginForm
                notice={step.notice}
                pictured={settings?.captcha === true}
                forgot={settings?.passwordReset === true ? (username) => setStep({ at: 'forgot', username }) : undefined}
                onSecond={(credentials, second) => setStep({ at: 'second', credentials, second })}
                onLogin={(credentials) => void finish(credentials)}
              />
            )}
            {step.at === 'second' && (
              <SecondStepForm
                credentials={step.credentials}
                second={step.second}
                onBack={begin}
                onLogin={() => void finish(step.credentials)}
              />
            )}
            {step.at === 'forgot' && <ForgottenPassword username={step.username} onBack={begin} />}
          </Suspense>
        </main>
      </div>
    </div>
  );
}
