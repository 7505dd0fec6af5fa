import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import type { Json, Operation } from '#domain/model.ts';
import { Drawer } from '#ui/drawer.tsx';
import { notify } from '#ui/notify.ts';
import { actionLabel } from '#resource/actions.ts';
import { Dialog } from '#ui/dialog.tsx';
import { saveFile } from '#import/file/save-file.ts';
import type { Row } from '#resource/list-answer.ts';
import { refreshAll } from '#api/refresh.ts';
import { changeArgs, type WholeScope } from '#resource/scope.ts';
import { Skeleton } from '#resource/states.tsx';
import { Effects } from '#detail/effect/effects.tsx';
import { EffectTask } from './effect-task.tsx';
import { OneTimeAnswer } from './one-time-answer.tsx';
import { asksNothing, begunBody, idSteps, schemasWithout } from '#bulk/by-ids.ts';
import { Names } from '#bulk/names.tsx';
import { CallHeaders } from '#page/parents/deferred-fields.ts';
import { RunPanel } from '#bulk/run-panel.tsx';
import { useReturnFocus } from '#ui/use-return-focus.ts';

const ResourceForm = lazy(() => chunk(() => import('#form/resource-form.tsx')).then((module) => ({ default: module.ResourceForm })));

type Props = {
  scope: WholeScope;
  op: Operation;
  rows: Row[];
  /** Selected rows that the viewer may not do it with. */
  left?: number | undefined;
  onClose: () => void;
};

/** An action: with a body, its form; without, a question. Many rows get the same answer each. */
export function ActionTask(props: Props) {
  const { scope, op, rows, onClose } = props;
  const { t } = useTranslation('resource');
  useReturnFocus();
  const label = actionLabel(scope, op);
  const fields = op.body && scope.resource.schemas[op.body.schema]?.fields;
  const [only] = rows;
  if (op.preview !== undefined && only && rows.length === 1) return <EffectTask scope={scope} op={op} row={only} onClose={onClose} />;
  const asks = op.ids ? !asksNothing(scope.resource, op) : op.body && fields?.length !== 0;
  if (asks) return rows.length > 1 || op.ids ? <ManyWithForm {...props} /> : <OneWithForm {...props} />;
  const hasEffects = op.preview !== undefined && rows.length > 1;
  return (
    <Dialog title={label} wide={hasEffects || undefined} onClose={onClose}>
      <Question {...props} body={op.body ? {} : undefined} effects={hasEffects && <Effects scope={scope} op={op} rows={rows} />}>
        <p>
          {rows.length === 0
            ? t('bulk.askList', { action: label, title: scope.labels.plural })
            : t('bulk.askRows', { action: label, count: rows.length })}
        </p>
      </Question>
    </Dialog>
  );
}

function OneWithForm({ scope, op, rows: [only], onClose }: Props) {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const label = actionLabel(scope, op);
  return (
    <Drawer open title={only ? `${label} · ${scope.nameOf(only)}` : label} onClose={onClose}>
      <Effect scope={scope} op={op} />
      <Body
        scope={scope}
        op={op}
        row={only}
        onSaved={() => {
          notify.success(t('bulk.done', { action: label }));
          onClose();
          void refreshAll(client);
        }}
        onCancel={onClose}
      />
    </Drawer>
  );
}

/** First what they all get, then the question; the form stays as it was filled until all is done. */
function ManyWithForm(props: Props) {
  const { scope, op, rows, left, onClose } = props;
  const { t } = useTranslation('resource');
  const [body, setBody] = useState<Json>();
  const label = actionLabel(scope, op);
  return (
    <Drawer open title={`${label} · ${rows.length}`} onClose={onClose}>
      <div hidden={body !== undefined}>
        <Effect scope={scope} op={op} />
        <Names scope={scope} rows={rows} excluded={left} />
        <Body scope={scope} op={op} row={rows[0]} rows={rows} collect onSaved={setBody} onCancel={onClose} />
      </div>
      {body !== undefined && (
        <Question {...props} body={body} onBack={() => setBody(undefined)}>
          <p>{t('bulk.askRows', { action: label, count: rows.length })}</p>
        </Question>
      )}
    </Drawer>
  );
}

type BodyProps = {
  scope: WholeScope;
  op: Operation;
  row: Row | undefined;
  /** All that it is about, where it takes their ids. */
  rows?: Row[];
  collect?: true;
  onSaved: (body: Json | undefined) => void;
  onCancel: () => void;
};

function Body({ scope, op, row, rows = [], collect, onSaved, onCancel }: BodyProps) {
  const { t } = useTranslation('resource');
  const { resource } = scope;
  const schemas = useMemo(() => (op.ids ? schemasWithout(resource, op) : resource.schemas), [resource, op]);
  return (
    <Suspense fallback={<Skeleton lines={4} label={t('state.loading')} />}>
      {op.asked && <CallHeaders scope={scope} op={op} />}
      <ResourceForm
        resource={{ schemas, name: resource.name }}
        labels={scope.labels}
        operation={op}
        mode="create"
        value={op.ids && begunBody(scope, op, rows)}
        path={scope.path(op, row)}
        etag={row && changeArgs(scope, op, row).ifMatch}
        collect={collect}
        submitLabel={collect ? t('bulk.next') : actionLabel(scope, op)}
        onSaved={onSaved}
        onCancel={onCancel}
      />
    </Suspense>
  );
}

/** What the contract says that the action does. */
function Effect({ scope, op }: { scope: WholeScope; op: Operation }) {
  const text = scope.labels.actionHelp?.[op.id];
  return text === undefined ? null : <p className="rb-effect">{text}</p>;
}

/** `effects`: what the action would change, where that says more than the names. */
type QuestionProps = Props & { body: Json | undefined; onBack?: () => void; effects?: React.ReactNode; children: React.ReactNode };

function Question({ scope, op, rows, left, body, onClose, onBack, effects, children }: QuestionProps) {
  const { t } = useTranslation('resource');
  const [answer, setAnswer] = useState<Json>();
  const label = actionLabel(scope, op);
  const preview = rows.length > 1 && op.download !== true;
  if (answer !== undefined) return <OneTimeAnswer scope={scope} op={op} answer={answer} onClose={onClose} />;
  return (
    <div className="rb">
      {children}
      <Effect scope={scope} op={op} />
      {effects}
      {rows.length > 0 && <Names scope={scope} rows={effects || preview ? [] : rows} excluded={left} />}
      {!onBack && op.asked && <CallHeaders scope={scope} op={op} />}
      <RunPanel
        scope={scope}
        count={Math.max(rows.length, 1)}
        verb={label}
        preview={preview}
        unlisted={preview && <Names scope={scope} rows={rows} />}
        // a file that was asked for destroys nothing
        atOnce={op.download === true && rows.length === 1}
        danger={op.confirm === 'danger' || op.confirm === 'typed'}
        typed={op.confirm === 'typed' ? typedWord(scope, rows) : undefined}
        steps={async () => {
          if (op.ids) return idSteps(scope, op, rows, body);
          if (rows.length === 0) return [{ op, args: { path: scope.path(op), body }, name: label }];
          return rows.map((row) => ({ op, args: { ...changeArgs(scope, op, row), body }, name: scope.nameOf(row) }));
        }}
        onDone={(outcomes) => {
          for (const outcome of outcomes) {
            const file: unknown = outcome.kind === 'done' ? outcome.item : undefined;
            if (op.download && file instanceof Blob) saveFile(file, `${scope.resource.file}-${op.id}`);
          }
          notify.success(t('bulk.done', { action: label }));
          const [only] = outcomes;
          if (op.once && only?.kind === 'done' && only.item !== undefined) setAnswer(only.item);
          else onClose();
        }}
        onClose={onClose}
        onBack={onBack}
      />
    </div>
  );
}

function typedWord(scope: WholeScope, rows: Row[]): string {
  const [only] = rows;
  return rows.length === 1 && only ? scope.nameOf(only) : String(rows.length);
}
