import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useModel } from '#api/model.ts';
import { DraftList } from '#form/draft/draft-list.tsx';
import type { Draft } from '#form/draft/drafts.ts';
import { Drawer } from '#ui/drawer.tsx';

/** The operator's unsaved work on this device: opened where it was left, or thrown away. */
export function DraftsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const { resources } = useModel();
  const navigate = useNavigate();
  const open = async ({ resource, id }: Draft): Promise<void> => {
    onClose();
    const search = new URLSearchParams({ tab: resource, ...(id === '' ? { new: '1' } : { edit: id }) });
    await navigate(`${resources[resource]?.route ?? '/'}?${search.toString()}`);
  };
  return (
    <Drawer open narrow title={t('user.drafts')} onClose={onClose}>
      <DraftList onOpen={(draft) => void open(draft)} />
    </Drawer>
  );
}
