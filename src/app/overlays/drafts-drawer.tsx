import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useModel } from '#api/model.ts';
import { DraftList } from '#form/draft/draft-list.tsx';
import { chooseDraft, type Draft } from '#form/draft/drafts.ts';
import { newAddress } from '#page/draft-address.ts';
import { Drawer } from '#ui/drawer.tsx';

/** The operator's unsaved work on this device: opened where it was left, or thrown away. */
export function DraftsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const { resources } = useModel();
  const navigate = useNavigate();
  const open = async (draft: Draft): Promise<void> => {
    onClose();
    chooseDraft(draft);
    const { resource: tab, id } = draft;
    const resource = resources[tab];
    const own = resource && id === '' ? newAddress(resource, draft) : undefined;
    const search = new URLSearchParams({ tab, ...(id === '' ? { new: '1' } : { edit: id }) });
    await navigate(own ?? `${resource?.route ?? '/'}?${search.toString()}`);
  };
  return (
    <Drawer open narrow title={t('user.drafts')} onClose={onClose}>
      <DraftList onOpen={(draft) => void open(draft)} />
    </Drawer>
  );
}
