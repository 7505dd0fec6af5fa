import { isObject } from '#domain/json.ts';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canOpen } from '#api/can.ts';
import { chunk } from '#api/chunk.ts';
import { pathArgs } from '#api/choose.ts';
import { useWorkspace } from '#api/workspace.ts';
import { errorMessage } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import { useSession } from '#api/token.ts';
import { roleOf, useUser } from '#api/user.ts';
import { initialDocument } from '#domain/document.ts';
import { rowLabel } from '#domain/label.ts';
import { child } from '#domain/pointer.ts';
import type { Json, Labels, Operation, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { createChecks } from '#form/engine/checks.ts';
import { useGuarded, wasLeft } from '#form/draft/dirty-guard.ts';
import type { DraftKey } from '#form/draft/drafts.ts';
import { FieldView } from '#form/views/field-view.tsx';
import { focusPointer } from './focus.ts';
import { Footer } from './footer.tsx';
import { FormContext, type Conflict, type FormScope } from './form-context.ts';
import { FieldsView } from '#form/views/group-view.tsx';
import type { FormError } from '#form/engine/errors.ts';
import { reveal } from '#form/engine/layout.ts';
import { rebased, differences } from '#form/engine/merge.ts';
import { createFormStore } from '#form/engine/store.ts';
import { submit } from '#form/engine/submit.ts';
import { submitsByKey } from '#form/engine/submit-key.ts';
import { Summary } from './summary.tsx';
import { useDraft } from '#form/draft/use-draft.ts';
import { deferred } from '#ui/deferred.tsx';
import { flushPending } from '#controls/pending.ts';
import { useLatest } from '#ui/use-latest.ts';
import { DocumentContext } from '#controls/control.ts';
import './form.css';

/** What a form needs of a resource; the form of a single operation has schemas only. */
export type FormModel = Pick<Resource, 'schemas'> &
  Partial<Pick<Resource, 'name' | 'rules' | 'id' | 'label' | 'revision' | 'review' | 'formPage'>>;

export type ResourceFormProps = {
  resource: FormModel;
  labels: Labels;
  operation: Operation;
  mode: 'create' | 'update';
  /** update: the item; create: what to start from (a copy, a template), defaults if absent. */
  value?: Json | undefined;
  etag?: string | undefined;
  /** Path parameters of the call; from the workspace and the item if absent. */
  path?: Record<string, string> | undefined;
  /** Query parameters of the call. */
  query?: Record<string, unknown> | undefined;
  submitLabel?: string | undefined;
  /** Under which the draft of a new one is found again. */
  slot?: string | undefined;
  /** Nothing is sent: `onSaved` gets the checked body, for a call on many items. */
  collect?: boolean | undefined;
  /** A question: it stays open, and the same may be sent again. */
  repeats?: boolean | undefined;
  /** What stands beside the fields. */
  children?: ReactNode;
  onSaved: (item: Json | undefined, etag?: string) => void;
  onCancel: () => void;
};

const DraftNotice = deferred(() => import('#form/draft/draft-notice.tsx').then((module) => module.DraftNotice));
const ConflictView = deferred(() => import('./conflict-view.tsx').then((module) => module.ConflictView));
const Review = deferred(() => import('./review.tsx').then((module) => module.Review));

export function ResourceForm({
  resource,
  labels,
  operation,
  mode,
  value,
  etag,
  path,
  query,
  submitLabel,
  slot,
  collect,
  repeats = collect,
  children,
  onSaved,
  onCancel,
}: ResourceFormProps) {
  const { t } = useTranslation('form');
  const model = useModel();
  const user = useUser();
  const session = useSession();
  const workspace = useWorkspace();
  const formId = useId();
  const root = useMemo(
    () => resource.schemas[operation.body?.schema ?? ''] ?? { name: '', path: '', kind: 'json' as const },
    [resource, operation],
  );
  const [store] = useState(() => createFormStore(initialDocument({ ...root, required: true }, value) ?? {}, undefined, root));
  const [tag, setTag] = useState(() => etag ?? revisionTag(operation, resource, value));
  const [busy, setBusy] = useState(false);
  const [general, setGeneral] = useState<string | undefined>(undefined);
  const [conflict, setConflict] = useState<Conflict | undefined>(undefined);
  const [review, setReview] = useState<{ questions: FormError[] } | undefined>(undefined);
  const idempotency = useRef<{ doc: Json; key: string } | undefined>(undefined);
  const id = mode === 'update' ? textOf(getPath(value, resource.id ?? 'id')) : '';

  const args = useMemo(
    () => ({
      path: path ?? pathArgs(operation, { params: workspace.params, row: isObject(value) ? value : undefined, idProperty: resource.id }),
      query,
      ifMatch: operation.ifMatch || etag !== undefined ? tag : undefined,
    }),
    [path, query, operation, workspace, value, resource, tag, etag],
  );
  const latestArgs = useLatest(args);
  const checks = useMemo(
    () =>
      createChecks({
        store,
        root,
        mode,
        operation,
        rules: resource.rules ?? [],
        resourceName: resource.name,
        args: () => latestArgs.current,
      }),
    [store, root, mode, operation, resource, latestArgs],
  );
  useEffect(() => {
    const unsubscribe = store.subscribe('', checks.changed);
    return () => {
      unsubscribe();
      checks.dispose();
    };
  }, [store, checks]);

  const scope = useMemo<FormScope>(() => {
    const open = canOpen(model, user, workspace.companyId);
    return {
      formId,
      store,
      root,
      rules: resource.rules,
      labels,
      mode,
      t,
      views: { FieldView, FieldsView },
      viewer: { mode: workspace.mode, kind: roleOf(user), own: id !== '' && id === user.username, holds: (node) => open({ node }, 'edit') },
      resourceName: resource.name,
      operationId: operation.id,
      onLeave: checks.leave,
    };
  }, [formId, store, root, labels, mode, t, model, user, id, workspace, resource, operation, checks]);

  const isDirty = useCallback(() => store.isDirty(), [store]);
  const left = useGuarded(isDirty);
  const username = session?.username;
  const place = useMemo<DraftKey | undefined>(
    () =>
      username === undefined
        ? undefined
        : { user: username, company: workspace.companyId ?? workspace.mode, resource: resource.name ?? operation.id, id, slot },
    [username, workspace, resource, operation, id, slot],
  );
  const describe = useCallback(
    (doc: Json) => ({ title: rowLabel(resource.label ?? '', doc, id) || labels.title, revision: revisionOf(resource, doc) }),
    [resource, labels, id],
  );
  const draft = useDraft(place, root, store, describe);

  /** Saves; a dry run only tells what saving would change and ask. */
  async function send(confirmed: boolean, dryRun = false): Promise<void> {
    // the form stands until the next page is drawn: what was left there is not saved by a press that came too late
    if (wasLeft(isDirty)) return;
    flushPending();
    setGeneral(undefined);
    setBusy(true);
    const doc = store.document();
    if (idempotency.current?.doc !== doc) idempotency.current = { doc, key: newKey() };
    const outcome = await submit({
      store,
      checks,
      operation,
      root,
      mode,
      confirmed,
      dryRun,
      collect,
      args: { ...latestArgs.current, ...(operation.idempotencyKey ? { idempotencyKey: idempotency.current.key } : {}) },
    });
    // what is saved is not sent again: the form is still there while the page that it leaves for is loaded
    if (outcome.kind !== 'saved' || dryRun || repeats) setBusy(false);
    // from here on the review either shows it or is over: what is wrong is told at its field
    setReview(dryRun && outcome.kind === 'saved' ? { questions: [] } : undefined);
    switch (outcome.kind) {
      case 'saved':
        if (dryRun) return;
        store.rebase(store.document());
        draft.saved();
        onSaved(outcome.item, outcome.etag);
        return;
      case 'invalid':
        if (outcome.first === undefined) return;
        reveal(root, store, outcome.first);
        focusPointer(formId, outcome.first);
        return;
      case 'confirm':
        if (dryRun) {
          setReview({ questions: outcome.questions });
          return;
        }
        if (await (await chunk(() => import('./ask.tsx'))).ask(store, outcome.questions, t)) await send(true);
        return;
      case 'conflict':
        // a job of the server wrote what no form holds: there is nothing to decide, and it stays as the job wrote it
        if (differences(root, store.base(), store.base(), outcome.current).length === 0)
          return sendOn(outcome.current, rebased(root, store.base(), doc, outcome.current), confirmed, dryRun);
        setConflict({ base: store.base(), mine: store.document(), theirs: outcome.current, title: t('conflict.title') });
        return;
      case 'failed':
        setGeneral(errorMessage(outcome.error));
    }
  }

  const reviews = mode === 'create' ? 'never' : resource.review ? 'first' : 'offered';

  /** Sends the document as a change of what is stored now. */
  async function sendOn(current: Json, document: Json, confirmed: boolean, dryRun = false): Promise<void> {
    store.rebase(current);
    store.replace(document);
    const next = revisionTag(operation, resource, current);
    setTag(next);
    latestArgs.current = { ...latestArgs.current, ifMatch: next };
    await send(confirmed, dryRun);
  }

  return (
    <FormContext value={scope}>
      <DocumentContext value={store}>
        <form
          className="wf"
          noValidate
          inert={left}
          onKeyDown={(event) => submitsByKey(event) && event.currentTarget.requestSubmit()}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (!busy) void send(false, reviews === 'first');
          }}
        >
          {draft.found && (
            <DraftNotice
              draft={draft}
              revision={revisionOf(resource, value)}
              opens={resource.formPage}
              slot={slot}
              onConflict={setConflict}
            />
          )}
          <Summary general={general} />
          {root.kind === 'object' ? <FieldsView owner={root} pointer="" /> : <FieldView field={root} pointer="" />}
          {children}
          {mode === 'update' && tag === undefined && <p className="wf-help">{t('lastWriteWins')}</p>}
          <Footer busy={busy} submitLabel={submitLabel} reviews={reviews} onReview={() => void send(false, true)} onCancel={onCancel} />
        </form>
        {review && (
          <Review
            scope={scope}
            id={id}
            base={store.base()}
            doc={store.document()}
            questions={review.questions}
            busy={busy}
            onSave={() => void send(review.questions.length > 0)}
            onBack={() => setReview(undefined)}
          />
        )}
        {conflict && (
          <ConflictView
            scope={scope}
            {...conflict}
            saves={conflict.theirs !== store.base()}
            onCancel={() => setConflict(undefined)}
            onMerge={(doc) => {
              setConflict(undefined);
              if (conflict.theirs === store.base()) store.replace(doc);
              else void sendOn(conflict.theirs, doc, false);
            }}
          />
        )}
      </DocumentContext>
    </FormContext>
  );
}

function revisionOf(resource: FormModel, value: Json | undefined): number | string | undefined {
  const revision = resource.revision === undefined ? undefined : child(value, resource.revision);
  return typeof revision === 'number' || typeof revision === 'string' ? revision : undefined;
}

/** The ETag of an item is its revision (design section 3). */
function revisionTag(operation: Operation, resource: FormModel, value: Json | undefined): string | undefined {
  const revision = operation.ifMatch ? revisionOf(resource, value) : undefined;
  return revision === undefined ? undefined : `"${revision}"`;
}

function newKey(): string {
  // randomUUID exists in secure contexts only; a console may be reached over plain http inside a plant
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join('-');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
