import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '#api/language.ts';
import { useSelection, type Selection } from '#api/selection.ts';
import { Icon } from '#ui/icon.tsx';
import { moveFocus, Popup } from '#ui/popup.tsx';
import { USABLE_TAGS } from './tenancy.ts';
import { useListCompanyTags } from '#generated/client/configuration.ts';

type TagSelectorProps = { companyId: string; onChange: (next: Partial<Selection>) => void };

const matches = ['any', 'all'] as const;

/** Some of the company's site tags; with several, whether a site carries one of them or all. */
export function TagSelector({ companyId, onChange }: TagSelectorProps): ReactNode {
  const { t } = useTranslation('shell');
  const { tags } = useSelection();
  const rows = useSiteTags(companyId);
  const names = tags.map((id) => rows.find((row) => row.id === id)?.name ?? id);
  const current = tags.length === 0 ? t('tags.every') : names.length < 3 ? listed(names) : t('tags.some', { count: names.length });
  return (
    <Popup
      role="dialog"
      className="scope-button"
      name={`${t('tags.label')}: ${current}`}
      panelName={t('tags.choose')}
      panelClassName="company-panel"
      button={
        <>
          <Icon name="tag" size={16} />
          <span className="scope-name">{current}</span>
          <Icon name="chevron" size={14} />
        </>
      }
    >
      {() => <TagChoice companyId={companyId} onChange={onChange} />}
    </Popup>
  );
}

function TagChoice({ companyId, onChange }: TagSelectorProps): ReactNode {
  const { t } = useTranslation('shell');
  const { tags, match } = useSelection();
  const rows = useSiteTags(companyId);
  const [text, setText] = useState('');
  const shown = rows.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (id: string): void => onChange({ tags: tags.includes(id) ? tags.filter((each) => each !== id) : [...tags, id] });
  return (
    <div className="tag-choice" onKeyDown={moveFocus}>
      <input
        type="search"
        className="input"
        aria-label={t('tags.search')}
        placeholder={t('tags.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className="tag-match">
        <legend className="visually-hidden">{t('tags.match')}</legend>
        {matches.map((each) => (
          <label key={each}>
            <input type="radio" name="tag-match" checked={match === each} onChange={() => onChange({ match: each })} />
            {t(`tags.${each}`)}
          </label>
        ))}
      </fieldset>
      <ul aria-label={t('tags.choose')}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={tags.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="pick-state">{t('ui.nothing')}</p>}
      <button type="button" className="btn btn-small" disabled={tags.length === 0} onClick={() => onChange({ tags: [] })}>
        {t('ui.clear')}
      </button>
    </div>
  );
}

/** Tags of sites; an empty list where they cannot be had. */
function useSiteTags(companyId: string): { id: string; name: string }[] {
  const { data } = useListCompanyTags(companyId, USABLE_TAGS);
  return (data?.data.results ?? []).flatMap(({ id, name, type }) => (id === undefined || type !== 'site' ? [] : [{ id, name }]));
}
