import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#ui/copy-text.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { NameField } from './name-field.tsx';
import { currentOf, kept, removed, renamed } from './saved-views.ts';
import type { ViewsProps } from './use-saved-views.ts';

/** What can be done with the views of a list. */
export function ViewsPanel(props: ViewsProps & { close: () => void }) {
  const { saved, keep, open, query, close } = props;
  const { t } = useTranslation('resource');
  const [renaming, setRenaming] = useState<string>();
  const current = currentOf(props);
  const views = saved.views ?? [];
  const address = `${location.origin}${location.pathname}${query === '' ? '' : `?${query}`}`;
  return (
    <>
      <h2>{t('saved.title')}</h2>
      {views.length === 0 && <p className="wx-note">{t('saved.none')}</p>}
      <ul aria-label={t('saved.title')}>
        {views.map((view) =>
          view.name === renaming ? (
            <li key={view.name}>
              <NameField
                saved={saved}
                before={view.name}
                action={t('saved.rename')}
                onName={(name) => {
                  keep(renamed(saved, view.name, name));
                  setRenaming(undefined);
                }}
                onCancel={() => setRenaming(undefined)}
              />
            </li>
          ) : (
            <li key={view.name}>
              <button
                type="button"
                className="rv-open"
                aria-current={view === current ? 'true' : undefined}
                onClick={() => {
                  open(view.query);
                  close();
                }}
              >
                {view.name}
                {view.name === saved.standard && <span className="wc-tag">{t('saved.standard')}</span>}
              </button>
              <Tool
                icon="star"
                label={t(view.name === saved.standard ? 'saved.noStandard' : 'saved.makeStandard', view)}
                pressed={view.name === saved.standard}
                onClick={() => keep({ views, ...(view.name === saved.standard ? {} : { standard: view.name }) })}
              />
              <Tool
                icon="save"
                label={t('saved.overwrite', view)}
                disabled={view === current}
                onClick={() => keep(kept(saved, { name: view.name, query }))}
              />
              <Tool icon="edit" label={t('saved.renameOf', view)} onClick={() => setRenaming(view.name)} />
              <Tool icon="close" label={t('saved.remove', view)} onClick={() => keep(removed(saved, view.name))} />
            </li>
          ),
        )}
      </ul>
      {!current && query !== '' && (
        <NameField saved={saved} label={t('saved.keep')} action={t('saved.save')} onName={(name) => keep(kept(saved, { name, query }))} />
      )}
      {!current && query === '' && <p className="wx-note">{t('saved.nothing')}</p>}
      <CopyText text={address}>{t('saved.share')}</CopyText>
    </>
  );
}

type ToolProps = { icon: IconName; label: string; pressed?: boolean; disabled?: boolean; onClick: () => void };

function Tool({ icon, label, pressed, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="btn rt-icon"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={14} />
    </button>
  );
}
