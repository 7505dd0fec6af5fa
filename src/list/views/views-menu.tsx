import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import { Popup } from '#ui/popup.tsx';
import { Icon } from '#ui/icon.tsx';
import { currentOf } from './saved-views.ts';
import type { ViewsProps } from './use-saved-views.ts';
import './views.css';

const ViewsPanel = deferred<ViewsProps & { close: () => void }>(() =>
  chunk(() => import('./views-panel.tsx')).then((module) => module.ViewsPanel),
);

/** Views of this list: choose one, keep the present one, tidy up. */
export function ViewsMenu(props: ViewsProps) {
  const { t } = useTranslation('resource');
  const current = currentOf(props);
  return (
    <Popup
      role="dialog"
      className="btn rv-button"
      name={current ? t('saved.current', { name: current.name }) : t('saved.title')}
      panelName={t('saved.title')}
      panelClassName="rv"
      button={
        <>
          <Icon name="views" size={16} />
          {current && <span>{current.name}</span>}
        </>
      }
    >
      {(close) => <ViewsPanel {...props} close={close} />}
    </Popup>
  );
}
