import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '#api/context.ts';
import { Icon } from '#ui/icon.tsx';
import { CompanyList } from '#app/shell/company-list.tsx';
import './company-picker.css';

type CompanyPickerProps = {
  current: string;
  companyId: string | undefined;
  /** Offers the view of all companies. */
  withAll: boolean;
  onPick: (company: Company | undefined) => void;
};

/** The button in the top bar that opens the list of companies. */
export function CompanyPicker({ current, companyId, withAll, onPick }: CompanyPickerProps): ReactNode {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        ref={button}
        className="scope-button"
        aria-label={`${t('company.label')}: ${current}`}
        title={current}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="building" size={16} />
        <span className="scope-name">{current}</span>
        <Icon name="chevron" size={14} />
      </button>
      {open && (
        <div id={id} className="menu-panel company-panel" role="dialog" aria-label={t('company.choose')}>
          <CompanyList
            companyId={companyId}
            withAll={withAll}
            onClose={close}
            onPick={(company) => {
              close();
              onPick(company);
            }}
          />
        </div>
      )}
    </div>
  );
}
