import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceDrawer } from './resource-drawer.tsx';

/** Firing alarms where no alarm page is (decision 5: channel mode); nothing can be changed here. */
export function AlarmsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <ResourceDrawer
      name="Alert"
      readOnly
      filters={{ status: ['firing'], attention: ['due'] }}
      title={t('alarm.drawer')}
      onClose={onClose}
    />
  );
}
