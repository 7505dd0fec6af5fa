import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keepEscape } from './keep-escape.ts';
import { Icon } from './icon.tsx';
import './dialog.css';

type Props = {
  title: string;
  wide?: true;
  /** Absent: the footer's buttons are the only ways out. */
  onClose?: () => void;
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal dialog of the browser's own: focus stays inside, Escape closes. Nothing in it may open below the top layer. */
export function Dialog({ title, wide, onClose, footer, children }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="rdlg"
      data-wide={wide}
      aria-labelledby={id}
      onKeyDown={keepEscape}
      onCancel={(event) => {
        // a file chooser that is cancelled inside says so too
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" className="rt-link" aria-label={t('action.close')} onClick={onClose}>
            <Icon name="close" size={16} />
          </button>
        )}
      </header>
      <div className="rdlg-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}
