import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { AppError } from '#ui/app-error.tsx';
import { Empty } from '#ui/empty.tsx';

/** What stands where rows would stand: it says what happened and what to do next. */
export function Notice({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div role="status">
      <Empty title={title} hint={hint} action={children} />
    </div>
  );
}

export function Forbidden() {
  const { t } = useTranslation('resource');
  return <Notice title={t('state.forbidden')} hint={t('state.forbiddenHint')} />;
}

export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const failed = error instanceof ApiError ? error : undefined;
  if (failed?.status === 403) return <Forbidden />;
  return (
    <div className="rt-failure">
      <AppError detail={errorMessage(error)} title={failed?.title} requestId={failed?.requestId} onRetry={onRetry} />
    </div>
  );
}

/** As many lines as rows will come, so that nothing jumps. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="rt-line">
          <span className="rt-skeleton" style={{ width: `${22 + ((line * 37) % 40)}%` }} />
          <span className="rt-skeleton" style={{ width: `${12 + ((line * 23) % 20)}%` }} />
        </span>
      ))}
    </div>
  );
}
