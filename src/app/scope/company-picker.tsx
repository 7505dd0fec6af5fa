import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '#api/workspace.ts';
import { Icon } from '#ui/icon.tsx';
import { Popup } from '#ui/popup.tsx';
import { CompanyList } from './company-list.tsx';
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
  return (
    <Popup
      role="dialog"
      className="scope-button"
      name={`${t('company.label')}: ${current}`}
      panelName={t('company.choose')}
      panelClassName="company-panel"
      button={
        <>
          <Icon name="building" size={16} />
          <span className="scope-name">{current}</span>
          <Icon name="chevron" size={14} />
        </>
      }
    >
      {(close) => (
        <CompanyList
          companyId={companyId}
          withAll={withAll}
          onClose={close}
          onPick={(company) => {
            close();
            onPick(company);
          }}
        />
      )}
    </Popup>
  );
}
