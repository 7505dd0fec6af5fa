import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { actionLabel, listActions, type Task } from '#resource/actions.ts';
import { ItemDetail } from '#detail/item-detail.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from './page-head.tsx';
import { SELF } from '#resource/self.ts';
import { config } from '#api/config.ts';
import { missingParents } from './parents/missing.ts';
import { ParentFields } from './parents/deferred-fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Notice, Skeleton } from '#resource/states.tsx';
import { useItem } from '#resource/use-item.ts';
import type { PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { withMessages } from '#form/load-messages.ts';

const FormDrawer = lazy(() => chunk(() => withMessages(import('./form-drawer.tsx'))).then((module) => ({ default: module.FormDrawer })));
const TaskDialog = lazy(() =>
  chunk(() => withMessages(import('#page/tasks/task-dialog.tsx'))).then((module) => ({ default: module.TaskDialog })),
);

export type SettingsPageProps = { scope: WholeScope; state: PageState; onChange: ChangeState; heading?: string | true };

/** A single document: shown, and changed in its form. */
export function SettingsPage({ scope, state, onChange, heading }: SettingsPageProps) {
  const { t } = useTranslation('resource');
  const [task, setTask] = useState<Task>();
  const { item, loading, error, mismatch, refresh } = useItem(scope, SELF);
  const actions = listActions(scope);
  const missing = missingParents(scope.resource, scope, state);
  return (
    <>
      <PageHead title={scope.labels.title} heading={heading}>
        {actions.map((op) => (
          <button key={op.id} type="button" className="btn" onClick={() => setTask({ kind: 'action', op, rows: [] })}>
            {actionLabel(scope, op)}
          </button>
        ))}
        {scope.can(scope.update, item) && (
          <button type="button" className="btn btn-primary" disabled={!item} onClick={() => onChange({ edit: SELF })}>
            <Icon name="edit" size={16} />
            {t('action.edit')}
          </button>
        )}
      </PageHead>
      {loading && <Skeleton lines={6} label={t('state.loading')} />}
      {((error !== null && !item && !(config().foreign && missing.length > 0)) || mismatch) && (
        <Failure error={mismatch ?? error} onRetry={refresh} />
      )}
      {config().foreign && <ParentFields scope={scope} state={state} onChange={onChange} />}
      {!loading && !item && error === null && !(config().foreign && missing.length > 0) && <Notice title={t('state.company')} />}
      {item && (
        <div className="rd-page">
          <ItemDetail scope={scope} item={item} explained />
        </div>
      )}
      <Suspense fallback={null}>
        {state.edit !== undefined && <FormDrawer scope={scope} id={SELF} onClose={() => onChange({ edit: undefined })} />}
        {task && <TaskDialog scope={scope} task={task} state={state} onClose={() => setTask(undefined)} onGone={() => {}} />}
      </Suspense>
    </>
  );
}
