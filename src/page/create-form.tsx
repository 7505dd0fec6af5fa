import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshAll } from '#api/refresh.ts';
import { getPath } from '#domain/value.ts';
import { ResourceForm } from '#form/resource-form.tsx';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Forbidden } from '#resource/states.tsx';
import { notify } from '#ui/notify.ts';

export type FormProps = { scope: WholeScope; onSaved: () => void; onCancel: () => void };
export type CreateFormProps = FormProps & {
  value?: Row;
  /** Given the id of a new one. */
  onMade?: ((id: string) => void) | undefined;
};

export function CreateForm({ scope, value, onMade, onSaved, onCancel }: CreateFormProps) {
  const saved = useSaved(onSaved);
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
