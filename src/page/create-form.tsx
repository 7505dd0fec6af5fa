import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { refreshAll } from '#api/refresh.ts';
import { asText } from '#domain/json.ts';
import { child } from '#domain/pointer.ts';
import { getPath } from '#domain/value.ts';
import { BeginAtFirst } from '#form/begin-at-first.tsx';
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

function useSaved(onClose: () => void): () => void {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  return () => {
    notify.success(t('form.saved'));
    onClose();
    void refreshAll(client);
  };
}
