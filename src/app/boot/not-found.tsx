import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '#ui/empty.tsx';
import './not-found.css';

/** The public page of an address that leads nowhere. */
export function NotFound(): ReactNode {
  const { t } = useTranslation('shell');
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${t('product')}`;
  }, [t]);
  return (
    <main className="not-found">
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <Empty
        title={t('notFound.hint')}
        action={
          <a className="btn btn-primary" href="/">
            {t('notFound.home')}
          </a>
        }
      />
    </main>
  );
}
