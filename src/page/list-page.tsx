import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';
import { pageOf } from '#api/viewer.ts';
import { MenuButton, type MenuItem } from '#ui/menu-button.tsx';
import { actionLabel, listActions, type Task } from '#resource/actions.ts';
import { Icon } from '#ui/icon.tsx';
import { formAddress } from './form-address.ts';
import { PageHead } from './page-head.tsx';
import { isRestorable } from '#history/deleted/is-restorable.ts';
import { useRuleTrace } from '#list/rule-trace/rule-trace.ts';
import { usePreference } from '#resource/preference.ts';
import { missingParents } from './parents/missing.ts';
import { ParentFields } from './parents/deferred-fields.ts';
import { ResourceList } from '#list/resource-list.tsx';
import type { Scope } from '#resource/scope.ts';
import { NOTHING, type Selection, without } from '#resource/selection.ts';
import { Notice, Skeleton } from '#resource/states.tsx';
import { narrowed, type PageState, writeState } from '#resource/url-state.ts';
import { useLiveRefresh } from './use-live-refresh.ts';
import { Whole } from '#resource/whole.tsx';
import type { ChangeState } from '#resource/use-page-state.ts';
import { CHART_NAMESPACES, withMessages } from '#form/load-messages.ts';

const taskDialog = () => chunk(() => withMessages(import('#page/tasks/task-dialog.tsx')));
const detailDrawer = () => chunk(() => withMessages(import('#detail/detail-drawer.tsx')));
const formDrawer = () => chunk(() => withMessages(import('./form-drawer.tsx')));
const TaskDialog = lazy(() => taskDialog().then((module) => ({ default: module.TaskDialog })));
const DetailDrawer = lazy(() => detailDrawer().then((module) => ({ default: module.DetailDrawer })));
const FormDrawer = lazy(() => formDrawer().then((module) => ({ default: module.FormDrawer })));
const DeletedList = lazy(() => chunk(() => import('./deleted-list.tsx')).then((module) => ({ default: module.DeletedList })));

const PlacesPanel = lazy(() =>
  chunk(() => withMessages(import('./places/places-panel.tsx'), CHART_NAMESPACES)).then((module) => ({ default: module.PlacesPanel })),
);

const NO_FORM = { create: false, edit: undefined, copy: undefined };

type Props = { scope: Scope; state: PageState; onChange: ChangeState; heading?: string | true };

export function ListPage({ scope, state, onChange, heading }: Props) {
  const { t } = useTranslation('resource');
  const [task, setTask] = useState<Task>();
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [made, setMade] = useState<string>();
  const { labels, resource } = scope;
  const { view: viewed } = state;
  const missing = missingParents(resource, scope, state);
  const deleted = state.deleted === true && scope.model.platform.deleted !== undefined && isRestorable(scope);
  const [near, setNear] = useState<readonly string[]>([]);
  const [isMapShown, showMap] = useMapShown(resource.name);
  const entry = pageOf(scope.model, resource.name);
  // of a page with several tabs the first one has the map
  const places = entry?.tabs?.[0] === resource.name ? entry.map : undefined;
  const map = isMapShown ? places : undefined;
  useLiveRefresh(scope);
  const { search } = useLocation();
  const form = formAddress(resource, state);
  // it finds the list again as it is
  if (form !== undefined) return <Navigate to={form} state={writeState(new URLSearchParams(search), NO_FORM).toString()} replace />;

  return (
    <>
      <PageHead
        title={deleted ? t('deleted.title', { title: labels.plural }) : labels.plural}
        heading={deleted && heading ? true : heading}
      >
        {deleted ? (
          <button type="button" className="btn" onClick={() => onChange(narrowed({ deleted: undefined, keyword: '', view: undefined }))}>
            {t('deleted.leave')}
          </button>
        ) : (
          <CollectionTools
            scope={scope}
            onTask={setTask}
            onDeleted={() => onChange(narrowed({ deleted: true, keyword: '', filters: {}, sort: '', view: undefined }))}
          />
        )}
        {!deleted && scope.can(scope.create) && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => onChange({ create: true, edit: undefined, copy: undefined, view: undefined })}
          >
            <Icon name="plus" size={16} />
            {t('action.create')}
          </button>
        )}
      </PageHead>
      {missing.some((name) => name in scope.model.context) ? (
        <Notice title={labels.plural} hint={t('state.company')} />
      ) : (
        (config().foreign ?? missing.length + Object.keys(state.parents).length > 0) && (
          <ParentFields scope={scope} state={state} onChange={onChange} />
        )
      )}
      {missing.length === 0 && deleted && (
        <Suspense fallback={<Skeleton lines={8} label={t('state.loading')} />}>
          <DeletedList scope={scope} state={state} onChange={onChange} />
        </Suspense>
      )}
      {missing.length === 0 && !deleted && !(config().foreign && resource.operations.list.length === 0) && (
        <div className="lp" data-map={map ? '' : undefined}>
          <ResourceList
            scope={scope}
            state={state}
            selection={selection}
            onSelection={setSelection}
            onChange={onChange}
            onTask={setTask}
            made={made}
            placeBy={map?.by}
            near={near}
            tools={
              places && (
                <button
                  type="button"
                  className="btn rt-icon"
                  aria-pressed={isMapShown}
                  title={t('action.map')}
                  aria-label={t('action.map')}
                  onClick={() => showMap(!isMapShown)}
                >
                  <Icon name="place" size={16} />
                </button>
              )
            }
          />
          {map && (
            <Suspense fallback={<aside className="lp-map" />}>
              <PlacesPanel scope={scope} map={map} state={state} onChange={onChange} onNear={setNear} />
            </Suspense>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {viewed !== undefined && (
          <Whole scope={scope} code={detailDrawer}>
            {(whole) => (
              <DetailDrawer
                key={viewed}
                scope={whole}
                id={viewed}
                onEdit={() => onChange({ edit: viewed, view: undefined })}
                onCopy={() => onChange({ copy: viewed, view: undefined })}
                onTask={setTask}
                onClose={() => onChange({ view: undefined })}
              />
            )}
          </Whole>
        )}
        {(state.create || state.edit !== undefined || state.copy !== undefined) && (
          <Whole scope={scope} code={formDrawer}>
            {(whole) => (
              <FormDrawer
                key={`${state.edit ?? ''} ${state.copy ?? ''}`}
                scope={whole}
                id={state.edit}
                copy={state.copy}
                onMade={setMade}
                onClose={() => onChange(NO_FORM)}
              />
            )}
          </Whole>
        )}
        {task && (
          <Whole scope={scope} code={taskDialog}>
            {(whole) => (
              <TaskDialog
                scope={whole}
                task={task}
                state={state}
                onClose={() => setTask(undefined)}
                onGone={(ids) => {
                  setSelection((before) => without(before, ids));
                  if (state.view !== undefined && ids.includes(state.view)) onChange({ view: undefined }, 'replace');
                }}
              />
            )}
          </Whole>
        )}
      </Suspense>
    </>
  );
}

/** Whether a map stands beside the list: as its reader chose, else where there is room for both. */
function useMapShown(resource: string): [boolean, (shown: boolean) => void] {
  const [{ shown = matchMedia('(min-width: 1600px)').matches }, choose] = usePreference<{ shown?: boolean }>(`map.${resource}`, NOT_CHOSEN);
  return [shown, (next) => choose({ shown: next })];
}

const NOT_CHOSEN = {};

/** Import, export and actions on the collection. */
function CollectionTools({ scope, onTask, onDeleted }: { scope: Scope; onTask: (task: Task) => void; onDeleted: () => void }) {
  const { t } = useTranslation('resource');
  const actions = listActions(scope);
  const deletes = scope.model.platform.deleted !== undefined && isRestorable(scope) && scope.resource.operations.delete.length > 0;
  const more: MenuItem[] = [
    ...actions.map((op) => ({ key: op.id, label: actionLabel(scope, op), onSelect: () => onTask({ kind: 'action', op, rows: [] }) })),
    ...(deletes ? [{ key: 'deleted', label: t('deleted.open'), separated: actions.length > 0, onSelect: onDeleted }] : []),
  ];
  const trace = scope.resource.ruleTrace?.trace;
  const asking = useRuleTrace(trace);
  return (
    <>
      {trace && asking && scope.can(asking.operation) && (
        <button type="button" className="btn" onClick={() => onTask({ kind: 'ruleTrace', call: trace })}>
          {asking.labels[scope.language].title}
        </button>
      )}
      {more.length > 0 && (
        <MenuButton items={() => more}>
          {t('action.more')}
          <Icon name="chevron" size={14} />
        </MenuButton>
      )}
      {scope.can(scope.create) && scope.create.body && (
        <button type="button" className="btn" onClick={() => onTask({ kind: 'import' })}>
          {t('action.import')}
        </button>
      )}
      {scope.can(scope.list) && (
        <button type="button" className="btn" onClick={() => onTask({ kind: 'export' })}>
          {t('action.export')}
        </button>
      )}
    </>
  );
}
