import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Drawer } from '#ui/drawer.tsx';
import { notify } from '#ui/notify.ts';
import { ResourceForm } from '#resource/form/resource-form.tsx';
import { refreshAll } from './refresh.ts';
import type { Scope } from './scope.ts';
import { Failure, Forbidden, Notice, Skeleton } from './table/states.tsx';
import { useItem } from './use-item.ts';

type Props = {
  scope: Scope;
  /** Absent: a new one. */
  id?: string;
  onClose: () => void;
};

export function FormDrawer({ scope, id, onClose }: Props) {
  const { t } = useTranslation('resource');
  const title = t(id === undefined ? 'form.create' : 'form.edit', { title: scope.labels.title });
  return (
    <Drawer open title={title} onClose={onClose}>
      {id === undefined ? <CreateForm scope={scope} onClose={onClose} /> : <EditForm scope={scope} id={id} onClose={onClose} />}
    </Drawer>
  );
}

function CreateForm({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const { t } = useTranslation('resource');
  const saved = useSaved(onClose);
  if (!scope.can(scope.create)) return <Forbidden />;
  return (
    <ResourceForm
      resource={scope.resource}
      labels={scope.labels}
      operation={scope.create}
      mode="create"
      onSaved={saved}
      onCancel={onClose}
    />
  );
}

function EditForm({ scope, id, onClose }: { scope: Scope; id: string; onClose: () => void }) {
  const { t } = useTranslation('resource');
  const { item, etag, loading, error, refresh } = useItem(scope, id);
  const saved = useSaved(onClose);
  if (loading) return <Skeleton lines={6} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  if (!scope.can(scope.update, item)) return <Forbidden />;
  return (
    <ResourceForm
      resource={scope.resource}
      labels={scope.labels}
      operation={scope.update}
      mode="update"
      value={item}
      etag={etag}
      onSaved={saved}
      onCancel={onClose}
    />
  );
}

function useSaved(onClose: () => void): () => void {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  return () => {
    notify.success(t('form.saved'));
    onClose();
    void refreshAll(client);
  };
}
