import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './app-error.css';

type AppErrorProps = {
  /** A message for the operator. */
  detail: string;
  title?: string | undefined;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
};

/** A part of the page, or all of it, that could not be shown. */
export function AppError({ detail, title, requestId, onRetry }: AppErrorProps): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <div className="app-error" role="alert">
      <p className="app-error-title">{title ?? t('ui.failed')}</p>
      <p>{detail}</p>
      {requestId !== undefined && <p className="app-error-id">{t('ui.requestId', { id: requestId })}</p>}
      {onRetry !== undefined && (
        <button type="button" className="btn" onClick={onRetry}>
          {t('ui.retry')}
        </button>
      )}
    </div>
  );
}
