import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { wholeQuery } from '#api/model.ts';
import { refreshAll } from '#api/refresh.ts';
import { useWorkspace } from '#api/workspace.ts';
import { initialDocument } from '#domain/document.ts';
import { asObject } from '#domain/json.ts';
import type { Json, Labels, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { hasUnsavedChanges } from '#form/draft/dirty-guard.ts';
import { newSlot } from '#form/draft/drafts.ts';
import { BeginAtFirst } from '#form/begin-at-first.tsx';
import { ResourceForm } from '#form/resource-form.tsx';
import { LifecycleContext } from '#form/steps/lifecycle-context.ts';
import { schemaOf } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import { useScope, type WholeScope } from '#resource/scope.ts';
import { short } from '#cells/date-cell.tsx';
import { Failure, Forbidden, Notice, Skeleton } from '#resource/states.tsx';
import { useFreshItem } from '#resource/use-item.ts';
import { notify } from '#ui/notify.ts';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/page.tsx';
import { duplicateOf } from '#page/duplicate.ts';
import { useSavedNotice } from '#page/use-saved-notice.ts';
import { ApplyContext, NOW, queryOf, type Apply } from './apply.ts';
import { Lifecycle } from './lifecycle.tsx';
import { StartChoice } from './start-choice.tsx';
import { StepAddress } from './step-address.tsx';
import { WaitingChanges } from './waiting-changes.tsx';
import './form-page.css';

type Props = {
  name: string;
  /** Of a new one `new`. */
  id: string;
  /** Drawn of the document beside the form. */
  Beside?: ComponentType | undefined;
};

/** The form of one item as a page of its own: its address leads to a step and a field. */
export function FormPage({ name, ...props }: Props): ReactNode {
  const { t } = useTranslation('resource');
  const { language } = useWorkspace();
  const loaded = useQuery(wholeQuery(name, language));
  if (loaded.data) return <Loaded {...loaded.data} {...props} />;
  if (loaded.error) return <Failure error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return <Skeleton lines={8} label={t('state.loading')} />;
}

function Loaded({ resource, labels, id, Beside }: Omit<Props, 'name'> & { resource: Resource; labels: Labels }): ReactNode {
  const scope: WholeScope = useScope(resource, labels);
  const leave = useLeave(resource.route);
  const [search] = useSearchParams();
  const copy = search.get('copy');
  const ways = { scope, Beside, onLeave: leave };
  if (id !== 'new') return <EditPage key={id} id={id} {...ways} />;
  if (copy !== null) return <CopyPage key={copy} id={copy} {...ways} />;
  return <CreatePage {...ways} />;
}

/** Back to the list as it was. */
function useLeave(route: string): (mark?: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const from: unknown = state;
  return (mark) => {
    const search = new URLSearchParams(typeof from === 'string' ? from : '');
    if (mark !== undefined) search.set('mark', mark);
    const text = search.toString();
    void navigate(text === '' ? route : `${route}?${text}`);
  };
}

type WayProps = { scope: WholeScope; Beside: ComponentType | undefined; onLeave: (mark?: string) => void };

function CreatePage({ scope, ...ways }: WayProps): ReactNode {
  const { t } = useTranslation(['resource', 'steps']);
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const start = startOf(scope);
  const chosen = search.get('start');
  const kept: unknown = state;
  const slot = useSlot();
  const choose = (how: Record<string, string>): void => setSearch(how, { state: kept });
  if (!scope.can(scope.create)) return <Forbidden />;
  if (start && !(chosen !== null && start.values.includes(chosen)))
    return (
      <StartChoice
        scope={scope}
        field={start.path}
        values={start.values}
        many={search.has('many')}
        onChoose={choose}
        onLeave={ways.onLeave}
      />
    );
  const root = schemaOf(scope.resource, scope.create.body?.schema ?? scope.resource.item);
  const begun = initialDocument({ ...root, required: true });
  const value = start && chosen !== null ? { ...asObject(begun), [start.name]: chosen } : undefined;
  const word = start && chosen !== null ? (scope.labels.enums[start.path]?.[chosen] ?? chosen) : undefined;
  return (
    <New
      key={slot}
      scope={scope}
      {...ways}
      slot={slot}
      value={value}
      title={[t('resource:form.create', { title: scope.labels.title }), word].filter(Boolean).join(' · ')}
    />
  );
}

/** Which draft of a new one this is. The address says it, so that it is there again when the page is loaded anew. */
function useSlot(): string {
  const [search] = useSearchParams();
  const [own] = useState(newSlot);
  const slot = search.get('draft') ?? own;
  useEffect(() => {
    if (search.has('draft') || !(search.has('start') || search.has('copy'))) return;
    const url = new URL(window.location.href);
    url.searchParams.set('draft', slot);
    window.history.replaceState(window.history.state, '', url);
  }, [slot, search]);
  return slot;
}

function CopyPage({ id, ...ways }: WayProps & { id: string }): ReactNode {
  const { t } = useTranslation('resource');
  const slot = useSlot();
  const { scope } = ways;
  const { item, loading, error, refresh } = useFreshItem(scope, id);
  if (loading) return <Skeleton lines={8} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  if (!scope.can(scope.create)) return <Forbidden />;
  const root = schemaOf(scope.resource, scope.create.body?.schema ?? scope.resource.item);
  const title = `${t('form.copy', { title: scope.labels.title })} · ${scope.nameOf(item)}`;
  return <New {...ways} slot={slot} value={duplicateOf(scope.resource, root, item, t('form.copied'))} title={title} />;
}

function New({
  scope,
  Beside,
  onLeave,
  slot,
  value,
  title,
}: WayProps & { slot: string; value: Row | undefined; title: string }): ReactNode {
  const { t } = useTranslation('resource');
  const client = useQueryClient();
  const [search] = useSearchParams();
  // an address that names a step or a field leads there
  const [deep] = useState(search.has('step') || search.has('field'));
  const { create } = scope;
  if (!create) return <Forbidden />;
  const saved = (item: Json | undefined): void => {
    notify.success(t('form.saved'));
    const id = getPath(item, scope.resource.id);
    onLeave(typeof id === 'string' ? id : undefined);
    void refreshAll(client);
  };
  return (
    <Frame title={title} onLeave={onLeave}>
      <LifecycleContext value={<Lifecycle scope={scope} />}>
        <ResourceForm
          resource={scope.resource}
          labels={scope.labels}
          operation={create}
          mode="create"
          value={value}
          slot={slot}
          path={scope.path(create)}
          onSaved={saved}
          onCancel={() => onLeave()}
        >
          {!deep && <BeginAtFirst />}
          <StepAddress />
          {Beside && <Beside />}
        </ResourceForm>
      </LifecycleContext>
    </Frame>
  );
}

function EditPage({ scope, id, Beside, onLeave }: WayProps & { id: string }): ReactNode {
  const { t } = useTranslation(['resource', 'steps']);
  const client = useQueryClient();
  const { item, etag, loading, error, mismatch, refresh } = useFreshItem(scope, id);
  const saved = useSavedNotice(scope, id, item, onLeave);
  const gone = useCallback(() => onLeave(), [onLeave]);
  const [apply, setApply] = useState(NOW);
  const choice = useMemo(() => ({ apply, onApply: setApply }), [apply]);
  const query = useMemo(() => queryOf(apply), [apply]);
  // what is on trial is watched where it is: the form begins again with it
  const [tried, setTried] = useState(0);
  const again = useCallback(() => void refreshAll(client).then(() => setTried((times) => times + 1)), [client]);
  const ended = useCallback(() => void (hasUnsavedChanges() || again()), [again]);
  const waits = scope.resource.formPage?.apply;
  if (loading) return <Skeleton lines={8} label={t('state.loading')} />;
  if (error) return <Failure error={error} onRetry={refresh} />;
  if (!item) return <Notice title={t('state.gone')} />;
  if (!scope.can(scope.update, item)) return <Forbidden />;
  const applied = (stored: Json | undefined): void => {
    if (apply.kind === 'now') {
      saved(stored);
      return;
    }
    notify.success(t(`steps:apply.${apply.kind}Done`, doneWords(apply)));
    if (apply.kind === 'timed') onLeave();
    setApply(NOW);
    again();
  };
  return (
    <Frame title={`${t('form.edit', { title: scope.labels.title })} · ${scope.nameOf(item)}`} onLeave={onLeave}>
      {mismatch && <Failure error={mismatch} onRetry={refresh} />}
      {waits !== undefined && <WaitingChanges name={waits} of={scope.resource.name} id={id} onEnded={ended} />}
      <ApplyContext value={waits === undefined ? undefined : choice}>
        <LifecycleContext value={<Lifecycle scope={scope} item={item} onGone={gone} onRestored={ended} />}>
          <ResourceForm
            key={tried}
            resource={scope.resource}
            labels={scope.labels}
            operation={scope.update}
            mode="update"
            value={item}
            etag={etag}
            path={scope.path(scope.update, item, id)}
            query={query}
            submitLabel={apply.kind === 'now' ? undefined : t(`steps:apply.${apply.kind}Save`)}
            onSaved={applied}
            onCancel={() => onLeave()}
          >
            <StepAddress />
            {Beside && <Beside />}
          </ResourceForm>
        </LifecycleContext>
      </ApplyContext>
    </Frame>
  );
}

function doneWords(apply: Apply): { time: string } {
  const at = apply.kind === 'timed' ? new Date(apply.at) : new Date(Date.now() + (apply.kind === 'trial' ? apply.minutes * 60_000 : 0));
  return { time: short(at) };
}

function Frame({ title, onLeave, children }: { title: string; onLeave: () => void; children: ReactNode }): ReactNode {
  const { t } = useTranslation('steps');
  return (
    <Page
      title={title}
      actions={
        <button type="button" className="btn" onClick={() => onLeave()}>
          <Icon name="left" size={14} />
          {t('list')}
        </button>
      }
    >
      <section className="fp" aria-label={title}>
        {children}
      </section>
    </Page>
  );
}

/** The property that a new one is chosen by. */
function startOf({ resource }: WholeScope): { name: string; path: string; values: string[] } | undefined {
  const name = resource.formPage?.start;
  const field = schemaOf(resource, resource.item).fields?.find((each) => each.name === name);
  if (!field?.values) return undefined;
  return { name: field.name, path: field.path, values: field.values.filter((value) => typeof value === 'string') };
}
