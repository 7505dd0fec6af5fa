import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { delegations } from '#app/scope/delegations.ts';
import { ResourceDrawer } from './resource-drawer.tsx';

/** What the operator has delegated, and what was delegated to him (decision 6: in every mode). */
export function DelegateDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  return <ResourceDrawer name={delegations} title={t('delegate.title')} onClose={onClose} />;
}
