import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '#app/language-switch.tsx';
import { LoginForm } from '#app/login/login-form.tsx';
import { NetworkPicture } from '#app/login/network-picture.tsx';
import { Mark } from '#app/mark.tsx';
import { prefetchShell } from '#app/prefetch-shell.ts';
import { ThemeSwitch } from '#app/theme-switch.tsx';
import './login.css';

/** Plain HTML on the theme's tokens: the first thing anybody waits for. The shell comes while one types. */
export function LoginPage({ onLogin }: { onLogin: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('product')}`;
  }, [t]);
  useEffect(prefetchShell, []);
  return (
    <div className="login">
      <section className="login-side" aria-label={t('product')}>
        <NetworkPicture />
        <p className="login-brand">
          <Mark size={36} />
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
          <LoginForm onLogin={onLogin} />
        </main>
      </div>
    </div>
  );
}
