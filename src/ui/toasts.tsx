import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { dismiss, expire, hold, useNotices } from './notify.ts';
import './toasts.css';

/** Brings the focus to the newest notice: to what it offers, else to its end. */
export function focusNotice(): boolean {
  const newest = [...document.querySelectorAll('.toasts > .toast')].at(-1);
  const button = newest?.querySelector<HTMLElement>('.toast-action') ?? newest?.querySelector<HTMLElement>('.toast-close');
  button?.focus();
  return button !== null && button !== undefined;
}

/** Where notices appear; once in the shell. */
export function Toasts(): ReactNode {
  const { t } = useTranslation('shell');
  const notices = useNotices();
  return (
    <section className="toasts" aria-label={t('ui.notices')} aria-live="polite">
      {notices.map(({ id, tone, text, detail, action }) => (
        <div
          key={id}
          className={`toast toast-${tone}`}
          role={tone === 'danger' ? 'alert' : 'status'}
          onPointerEnter={() => hold(id)}
          onPointerLeave={() => expire(id)}
          onFocus={() => hold(id)}
          onBlur={() => expire(id)}
        >
          <div className="toast-text">
            <p>{text}</p>
            {detail !== undefined && <p className="toast-detail">{detail}</p>}
          </div>
          {action && (
            <button
              type="button"
              className="toast-action"
              aria-label={action.name}
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className="toast-close" aria-label={t('ui.close')} onClick={() => dismiss(id)}>
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </section>
  );
}
