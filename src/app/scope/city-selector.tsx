import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelection, type Selection } from '#api/selection.ts';
import { Icon } from '#ui/icon.tsx';
import { PickList, type PickOption } from '#ui/pick-list.tsx';
import { Popup } from '#ui/popup.tsx';
import { BY_CITY } from './tenancy.ts';
import { useListCitySites } from '#generated/client/configuration.ts';

type CitySelectorProps = { companyId: string; count: 'sites' | 'devices'; onChange: (next: Partial<Selection>) => void };
type Option = PickOption & { city: string };

/** All cities or one, each with its number of sites or devices. */
export function CitySelector({ companyId, count, onChange }: CitySelectorProps): ReactNode {
  const { t } = useTranslation('shell');
  const { city } = useSelection();
  const current = city === '' ? t('city.all') : city;
  return (
    <Popup
      role="dialog"
      className="scope-button"
      name={`${t('city.label')}: ${current}`}
      panelName={t('city.choose')}
      panelClassName="company-panel"
      button={
        <>
          <Icon name="place" size={16} />
          <span className="scope-name">{current}</span>
          <Icon name="chevron" size={14} />
        </>
      }
    >
      {(close) => (
        <CityList
          companyId={companyId}
          count={count}
          onClose={close}
          onPick={(picked) => {
            close();
            onChange({ city: picked });
          }}
        />
      )}
    </Popup>
  );
}

type CityListProps = Omit<CitySelectorProps, 'onChange'> & { onPick: (city: string) => void; onClose: () => void };

function CityList({ companyId, count, onPick, onClose }: CityListProps): ReactNode {
  const { t } = useTranslation('shell');
  const { city } = useSelection();
  const [text, setText] = useState('');
  const found = useListCitySites(companyId, BY_CITY);
  const rows = found.data?.data.results ?? [];
  const total = rows.reduce((sum, row) => sum + row[count], 0);
  const wanted = text.trim().toLowerCase();
  const options: Option[] = [
    ...(wanted === ''
      ? [{ key: '', city: '', label: t('city.all'), detail: t(`city.${count}`, { count: total }), chosen: city === '' }]
      : []),
    ...rows
      .filter(({ _id }) => _id.toLowerCase().includes(wanted))
      .map((row) => ({
        key: row._id,
        city: row._id,
        label: row._id,
        detail: t(`city.${count}`, { count: row[count] }),
        chosen: row._id === city,
      })),
  ];
  return (
    <PickList
      label={t('city.search')}
      listLabel={t('city.choose')}
      text={text}
      onText={setText}
      options={options}
      busy={found.isFetching}
      state={found.isPending ? t('ui.loading') : options.length === 0 ? t('ui.nothing') : ''}
      onPick={({ city: picked }) => onPick(picked)}
      onClose={onClose}
    />
  );
}
