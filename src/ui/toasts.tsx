import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { dismiss, useNotices } from './notify.ts';
import './toasts.css';

/** Where notices appear; once in the shell. */
export function Toasts(): ReactNode {
  const { t } = useTranslation('shell');
  const notices = useNotices();
  return (
    <section className="toasts" aria-label={t('ui.notices')} aria-live="polite">
      {notices.map(({ id, tone, text, detail, action }) => (
        <div key={id} className={`toast toast-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
          <div className="toast-text">
            <p>{text}</p>
            {detail !== undefined && <p className="toast-detail">{detail}</p>}
          </div>
          {action && (
            <button
              type="button"
              className="toast-action"
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
