import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ApiError, errorMessage } from '#api/error.ts';
import { AppError } from '#ui/app-error.tsx';

/** A page that failed; the shell around it stays. */
export function RouteError(): ReactNode {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  return (
    <AppError
      title={t('ui.failed')}
      detail={errorMessage(error)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={() => window.location.reload()}
    />
  );
}
