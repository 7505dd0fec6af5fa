import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import type { Json, Operation } from '#domain/model.ts';
import { Drawer } from '#ui/drawer.tsx';
import { notify } from '#ui/notify.ts';
import { actionLabel } from '#resource/actions.ts';
import { Dialog } from '#resource/dialog.tsx';
import { saveBlob } from '#resource/import/save-file.ts';
import type { Row } from '#resource/list-answer.ts';
import { refreshAll } from '#resource/refresh.ts';
import { changeArgs, type Scope } from '#resource/scope.ts';
import { Skeleton } from '#resource/table/states.tsx';
import { EffectTask } from '#resource/effect/effect-task.tsx';
import { Names } from './names.tsx';
import { RunPanel } from './run-panel.tsx';
import { useReturnFocus } from '#resource/use-return-focus.ts';

const ResourceForm = lazy(() =>
  chunk(() => import('#resource/form/resource-form.tsx')).then((module) => ({ default: module.ResourceForm })),
);

type Props = { scope: Scope; op: Operation; rows: Row[]; onClose: () => void };

/** An action: with a body, its form; without, a question. Many rows get the same answer each. */
export function ActionTask({ scope, op, rows, onClose }: Props) {
  const { t } = useTranslation('resource');
  useReturnFocus();
  const client = useQueryClient();
  const label = actionLabel(scope, op);
  const [only] = rows;
  const fields = op.body && scope.resource.schemas[op.body.schema]?.fields;
  const finish = (): void => {
    notify.success(t('bulk.done', { action: label }));
    onClose();
  };

  if (op.preview !== undefined && only && rows.length === 1) return <EffectTask scope={scope} op={op} row={only} onClose={onClose} />;
  if (op.body && fields?.length !== 0 && rows.length <= 1) {
    return (
      <Drawer open title={only ? `${label} · ${scope.nameOf(only)}` : label} onClose={onClose}>
        <Suspense fallback={<Skeleton lines={4} label={t('state.loading')} />}>
          <ResourceForm
            resource={{ schemas: scope.resource.schemas, name: scope.resource.name }}
            labels={scope.labels}
            operation={op}
            mode="create"
            path={scope.path(op, only)}
            etag={only && changeArgs(scope, op, only).ifMatch}
            submitLabel={label}
            onSaved={() => {
              finish();
              void refreshAll(client);
            }}
            onCancel={onClose}
          />
        </Suspense>
      </Drawer>
    );
  }
  return (
    <Dialog title={label} onClose={onClose}>
      <div className="rb">
        <p>
          {rows.length === 0
            ? t('bulk.askList', { action: label, title: scope.labels.title })
            : t('bulk.askRows', { action: label, count: rows.length })}
        </p>
        {rows.length > 0 && <Names scope={scope} rows={rows} excluded={0} />}
        <RunPanel
          scope={scope}
          count={Math.max(rows.length, 1)}
          verb={label}
          danger={op.confirm === 'danger' || op.confirm === 'typed'}
          typed={op.confirm === 'typed' ? typedWord(scope, rows) : undefined}
          steps={async () => {
            const body: Json | undefined = op.body ? {} : undefined;
            if (rows.length === 0) return [{ op, args: { path: scope.path(op), body }, name: label }];
            return rows.map((row) => ({ op, args: { ...changeArgs(scope, op, row), body }, name: scope.nameOf(row) }));
          }}
          onDone={(outcomes) => {
            for (const outcome of outcomes) {
              const file: unknown = outcome.kind === 'done' ? outcome.item : undefined;
              if (op.download && file instanceof Blob) saveBlob(file, `${scope.resource.file}-${op.id}`);
            }
            finish();
          }}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

function typedWord(scope: Scope, rows: Row[]): string {
  const [only] = rows;
  return rows.length === 1 && only ? scope.nameOf(only) : String(rows.length);
}
