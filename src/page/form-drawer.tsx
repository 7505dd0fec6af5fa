import { useTranslation } from 'react-i18next';
import { Drawer } from '#ui/drawer.tsx';
import { confirmLeave } from '#form/draft/dirty-guard.ts';
import { ResourceForm } from '#form/resource-form.tsx';
import { deferred } from '#ui/deferred.tsx';
import { SELF } from '#resource/self.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Forbidden, Notice, Skeleton } from '#resource/states.tsx';
import { CallHeaders } from './parents/deferred-fields.ts';
import { CreateForm, type FormProps } from './create-form.tsx';
import { useSavedNotice } from './use-saved-notice.ts';
import { useFreshItem, useItem } from '#resource/use-item.ts';
import { useReturnFocus } from '#ui/use-return-focus.ts';

const CopyForm = deferred(() => import('./copy-form.tsx').then((module) => module.CopyForm));

type Props = {
  scope: WholeScope;
  /** Absent: a new one. */
  id?: string;
  /** The new one starts as this one is. */
  copy?: string;
  /** Told the id of a new one. */
  onMade?: (id: string) => void;
  onClose: () => void;
};

export function FormDrawer({ scope, id, copy, onMade, onClose }: Props) {
  const { t } = useTranslation('resource');
  useReturnFocus();
  // of settings there is one
  const target = id === SELF ? undefined : (id ?? copy);
  const { item } = useItem(target === undefined ? { ...scope, get: undefined, list: undefined } : scope, target ?? SELF);
  const kind = t(id !== undefined ? 'form.edit' : copy !== undefined ? 'form.copy' : 'form.create', { title: scope.labels.title });
  const title = item ? `${kind} · ${scope.nameOf(item)}` : kind;
  const leave = (): void => {
    // the Escape that closes the drawer must not answer the question as well
    setTimeout(() => void confirmLeave().then((yes) => yes && onClose()));
  };
  const op = id === undefined ? scope.create : scope.update;
  const ways = { scope, onSaved: onClose, onCancel: leave };
  return (
    <Drawer open title={title} onClose={leave}>
      {op?.asked && <CallHeaders scope={scope} op={op} />}
      {id !== undefined ? (
        <EditForm id={id} {...ways} />
      ) : copy !== undefined ? (
        <CopyForm id={copy} {...ways} onMade={onMade} />
      ) : (
        <CreateForm {...ways} onMade={onMade} />
      )}
    </Drawer>
  );
}

function EditForm({ scope, id, onSaved, onCancel }: FormProps & { id: string }) {
  const { t } = useTranslation('resource');
  const { item, etag, loading, error, mismatch, refresh } = useFreshItem(scope, id);
  const saved = useSavedNotice(scope, id, item, onSaved);
  if (loading) return <Skeleton lines={6} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  if (!scope.can(scope.update, item)) return <Forbidden />;
  return (
    <>
      {mismatch && <Failure error={mismatch} onRetry={refresh} />}
      <ResourceForm
        resource={scope.resource}
        labels={scope.labels}
        operation={scope.update}
        mode="update"
        value={item}
        etag={etag}
        path={scope.path(scope.update, item, id === SELF ? undefined : id)}
        onSaved={saved}
        onCancel={onCancel}
      />
    </>
  );
}
