import { useTranslation } from 'react-i18next';
import { Popup } from '#ui/popup.tsx';
import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ViewProps } from './view.ts';

/** Few look at it, and then only when they ask for it. */
const Options = deferred<ViewProps>(() => chunk(() => import('./view-panel.tsx')).then((module) => module.ViewPanel));

export function ViewOptions({ columns, defaults, view, onView }: ViewProps) {
  const { t } = useTranslation('resource');
  return (
    <Popup role="dialog" className="btn rt-icon" name={t('view.title')} button={<Icon name="columns" size={16} />}>
      {() => <Options columns={columns} defaults={defaults} view={view} onView={onView} />}
    </Popup>
  );
}
