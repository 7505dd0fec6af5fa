import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { asText } from '#domain/json.ts';
import { Drawer } from '#ui/drawer.tsx';
import { notify } from '#ui/notify.ts';
import { child } from '#domain/pointer.ts';
import { getPath } from '#domain/value.ts';
import { confirmLeave } from '#form/draft/dirty-guard.ts';
import { BeginAtFirst } from '#form/begin-at-first.tsx';
import { ResourceForm } from '#form/resource-form.tsx';
import { duplicateOf } from './duplicate.ts';
import { schemaOf } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { refreshAll } from '#api/refresh.ts';
import { SELF } from '#resource/self.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Forbidden, Notice, Skeleton } from '#resource/states.tsx';
import { useSavedNotice } from './use-saved-notice.ts';
import { useFreshItem, useItem } from '#resource/use-item.ts';
import { useReturnFocus } from '#ui/use-return-focus.ts';

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
  const ways = { scope, onSaved: onClose, onCancel: leave };
  return (
    <Drawer open title={title} onClose={leave}>
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

type FormProps = { scope: WholeScope; onSaved: () => void; onCancel: () => void };

function CreateForm({ scope, value, onMade, onSaved, onCancel }: FormProps & Pick<Props, 'onMade'> & { value?: Row }) {
  const navigate = useNavigate();
  // of a page that could not go on without one of these
  const [next] = useState(asText(child(useLocation().state, 'next')));
  const saved = useSaved(next === undefined ? onSaved : () => void navigate(next, { replace: true }));
  if (!scope.can(scope.create)) return <Forbidden />;
  return (
    <ResourceForm
      resource={scope.resource}
      labels={scope.labels}
      operation={scope.create}
      mode="create"
      value={value}
      path={scope.path(scope.create)}
      onSaved={(item) => {
        const id = getPath(item, scope.resource.id);
        if (typeof id === 'string') onMade?.(id);
        saved();
      }}
      onCancel={onCancel}
    >
      <BeginAtFirst />
    </ResourceForm>
  );
}

function CopyForm({ id, ...ways }: FormProps & Pick<Props, 'onMade'> & { id: string }) {
  const { t } = useTranslation('resource');
  const { scope } = ways;
  const { item, loading, error, refresh } = useFreshItem(scope, id);
  if (loading) return <Skeleton lines={6} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  const root = schemaOf(scope.resource, scope.create?.body?.schema ?? scope.resource.item);
  return <CreateForm {...ways} value={duplicateOf(scope.resource, root, item, t('form.copied'))} />;
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

function useSaved(onClose: () => void): () => void {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  return () => {
    notify.success(t('form.saved'));
    onClose();
    void refreshAll(client);
  };
}
