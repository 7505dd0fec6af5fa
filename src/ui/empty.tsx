import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './empty.css';

type EmptyProps = { title?: ReactNode; hint?: ReactNode; action?: ReactNode };

/** Nothing here, said kindly: what is missing and what to do about it. */
export function Empty({ title, hint, action }: EmptyProps): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <div className="empty">
      <svg
        width="72"
        height="48"
        viewBox="0 0 72 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M30 20.5 16.5 13.5M42 20.5l13.5-7M36 31v7" strokeDasharray="3 4" />
        <circle cx="36" cy="24" r="7" />
        <circle cx="12" cy="11" r="5" />
        <circle cx="60" cy="11" r="5" />
        <circle cx="36" cy="42" r="4" />
      </svg>
      <p className="empty-title">{title ?? t('ui.empty')}</p>
      {hint !== undefined && <p className="empty-hint">{hint}</p>}
      {action}
    </div>
  );
}
