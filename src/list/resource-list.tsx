import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { errorMessage } from '#api/error.ts';
import { clearSelection } from '#api/selection.ts';
import { labelPaths } from '#domain/label.ts';
import { actionLabel, hasMenu, manyActions, namedActions, type Task } from '#resource/actions.ts';
import { FilterBar } from '#list/filter-bar/filter-bar.tsx';
import { EmptyRange } from '#list/filter-bar/empty-range.tsx';
import { LiveButton, useLive } from '#list/filter-bar/live.tsx';
import { widerPresets } from '#list/filter-bar/time-choice.ts';
import { Icon } from '#ui/icon.tsx';
import { FindingMark } from '#list/rule-trace/finding-mark.tsx';
import { type RuleFinding, useFindings } from '#list/rule-trace/rule-trace.ts';
import { filledState, isUnpaged } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { type Widths, widenedColumns } from '#list/table/use-content-widths.ts';
import { type Column, columnsOf, defaultColumns } from '#list/table/columns.ts';
import { textWidth } from '#ui/text-width.ts';
import { DataTable, sidesWidth } from '#list/table/data-table.tsx';
import { fittingColumns } from '#list/table/fitting-columns.ts';
import { Pager } from '#list/table/pager.tsx';
import { RowActions } from '#list/table/row-actions.tsx';
import type { Keyed, Selection } from '#resource/selection.ts';
import { SelectionBar } from '#list/table/selection-bar.tsx';
import { switchable } from '#list/table/switch-cell.tsx';
import { Failure, Forbidden, Notice, Skeleton } from '#resource/states.tsx';
import type { RowShape } from '#list/table/table-row.tsx';
import { chosenColumns, useView } from '#list/table/view.ts';
import { ViewOptions } from '#list/table/view-options.tsx';
import { useCards } from '#ui/use-cards.ts';
import { type List, useList } from './use-list.ts';
import { useAvailableWidth } from './use-available-width.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { queryOf } from '#list/views/saved-views.ts';
import { type ListParts, useSavedViews } from '#list/views/use-saved-views.ts';
import { ViewsMenu } from '#list/views/views-menu.tsx';
import { narrowed, nextSort, type PageState, writeState } from '#resource/url-state.ts';

// only an empty list asks what comes first
const MissingPrerequisite = lazy(() =>
  chunk(() => import('./missing-prerequisite.tsx')).then((module) => ({ default: module.MissingPrerequisite })),
);
const FindingsBanner = lazy(() =>
  chunk(() => import('#list/rule-trace/findings.tsx')).then((module) => ({ default: module.FindingsBanner })),
);
const OrderedTable = lazy(() => chunk(() => import('#list/table/ordered-table.tsx')).then((module) => ({ default: module.OrderedTable })));

type Props = {
  scope: Scope;
  state: PageState;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onChange: ChangeState;
  onTask: (task: Task) => void;
  /** Id of the row that was just made here. */
  made?: string;
  /** Further tools beside refresh. */
  tools?: ReactNode;
  /** The property that says where a row is, and the places that are pointed at beside the list. */
  placeBy?: string | undefined;
  near?: readonly string[];
  /** In place of the usual row actions. */
  Actions?: ComponentType<{ keyed: Keyed }>;
};

/** What a card says by default; its details say the rest. */
const LINES = 6;

/** Filters, table, selection and pages of one resource. Whoever holds the state decides where it lives. */
export function ResourceList({ scope, state, selection, onSelection, onChange, onTask, made, tools, placeBy, near, Actions }: Props) {
  const { t } = useTranslation('resource');
  const { resource, list: op } = scope;
  const filtered = useMemo(() => filledState(state, scope), [state, scope]);
  const live = useLive(op, filtered);
  const list = useList(scope, filtered, { made, every: live.every });
  const [view, setView] = useView(resource.name);
  const layout = useCards() ? 'cards' : 'table';

  const sorts = op !== undefined && (op.paging?.sort !== undefined || isUnpaged(op));
  // rows that are all here are sorted here, by any of their properties
  const by = op && isUnpaged(op) ? undefined : op?.paging?.sorts;
  const columns = useMemo(
    () => switchable(scope, columnsOf(resource, { labels: scope.labels, viewer: scope.viewer, mixed: scope.mixed, sorts, by })),
    [resource, scope, sorts, by],
  );
  const order = resource.data?.order;
  const ordered = order !== undefined && scope.can(scope.update) && (filtered.sort === '' || filtered.sort === order);
  const [frame, room] = useAvailableWidth();
  const actions = useActionsWidth(scope, Actions, list.rows);
  const [grown, setGrown] = useState<Widths>(new Map());
  const named = widenedColumns(chosenColumns(columns, defaultColumns(resource, scope)), grown);
  const sides = sidesWidth({ handle: ordered, select: selectable(scope), actions });
  const fitted = layout === 'cards' ? named.slice(0, LINES) : fittingColumns(named, room - sides);
  const defaults = fitted.map(({ key }) => key);
  const picked = state.columns ?? view.columns;
  const shown = picked ? chosenColumns(columns, picked) : fitted;
  const views = useSavedViews(resource.name, state, onChange, useKnown(columns));
  const findings = useFindings(scope);
  const marks = useMarks(findings);
  const shape = useShape({ scope, columns: shown, actions, marks, Actions, placeBy, onChange, onTask });
  const open = useCallback((keyed: Keyed) => onChange({ view: keyed.id }), [onChange]);

  if (!op || !scope.can(op)) return <Forbidden />;

  const table = {
    label: scope.labels.plural,
    shape,
    rows: list.rows,
    offset: (state.page - 1) * (state.size ?? list.rows.length),
    total: list.capped ? undefined : list.total,
    sort: filtered.sort,
    onSort: sorts
      ? (property: string) => onChange(narrowed({ sort: nextSort(filtered.sort, property, resource.sort, by?.[property]) }))
      : undefined,
    selection,
    onSelection,
    onOpen: open,
    density: view.density,
    layout,
    marked: state.mark,
    near,
    busy: list.busy && !list.loading,
    onGrow: setGrown,
  } as const;

  const instead =
    list.rows.length === 0 ? <Instead scope={scope} list={list} state={filtered} onChange={onChange} onTask={onTask} /> : undefined;

  return (
    <div className="rl" ref={frame}>
      <FilterBar scope={scope} op={op} state={state} onChange={onChange}>
        {tools}
        <button
          type="button"
          className="btn rt-icon"
          data-busy={list.busy || undefined}
          aria-label={t('action.refresh')}
          title={t('action.refresh')}
          onClick={list.refresh}
        >
          <Icon name="refresh" size={16} />
        </button>
        {live.offered && <LiveButton live={live} />}
        <ViewsMenu {...views} query={queryOf({ ...state, columns: picked })} />
        <ViewOptions
          columns={columns}
          defaults={defaults}
          view={{ ...view, columns: picked }}
          onView={(next) => {
            setView(next);
            // what one chooses for oneself takes the place of what the address brought
            if (state.columns) onChange({ columns: undefined }, 'replace');
          }}
        />
      </FilterBar>
      <Suspense fallback={null}>
        {findings !== undefined && <FindingsBanner findings={findings} state={state} onChange={onChange} />}
      </Suspense>
      <SelectionBar scope={scope} selection={selection} onSelection={onSelection} onTask={onTask} />
      {list.error !== null && list.rows.length > 0 && (
        <div className="rt-stale" role="alert">
          {t('state.stale', { reason: errorMessage(list.error) })}
          <button type="button" className="btn rt-small" onClick={list.refresh}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {order !== undefined && ordered ? (
        <Suspense fallback={<DataTable {...table}>{instead}</DataTable>}>
          <OrderedTable {...table} scope={scope} order={order}>
            {instead}
          </OrderedTable>
        </Suspense>
      ) : (
        <DataTable {...table}>{instead}</DataTable>
      )}
      <Pager paging={isUnpaged(op) ? undefined : op.paging} list={list} state={state} onChange={onChange} />
    </div>
  );
}

/** Rows that never decide are marked where they stand. */
function useMarks(findings: RuleFinding[] | undefined): RowShape['marks'] {
  return useMemo(
    () => new Map(findings?.map((finding) => [finding.ruleId, <FindingMark key={finding.ruleId} finding={finding} />])),
    [findings],
  );
}

/** What a saved view may still name of this list. */
function useKnown(columns: Column[]): ListParts {
  return useMemo(
    () => ({
      columns: new Set(columns.map(({ key }) => key)),
      sorts: (property) => columns.some(({ key, sortable }) => key === property && sortable),
    }),
    [columns],
  );
}

type ShapeOptions = { scope: Scope; columns: Column[]; actions: number; marks: RowShape['marks'] } & Pick<
  Props,
  'Actions' | 'placeBy' | 'onChange' | 'onTask'
>;

/** One object for as long as nothing of it changes: rows compare it by identity. */
function useShape({ scope, columns, actions, marks, Actions, placeBy, onChange, onTask }: ShapeOptions): RowShape {
  const { t } = useTranslation('resource');
  const keys = columns.map(({ key, width }) => `${key} ${width}`).join('\n');
  return useMemo(() => {
    const Usual = ({ keyed }: { keyed: Keyed }) => (
      <RowActions
        scope={scope}
        keyed={keyed}
        onEdit={(id) => onChange({ edit: id, view: undefined })}
        onCopy={(id) => onChange({ copy: id, view: undefined })}
        onTask={onTask}
      />
    );
    return {
      columns,
      labels: scope.labels,
      language: scope.language,
      nameOf: ({ row }) => scope.nameOf(row),
      href: (id) => `?${writeState(new URLSearchParams(location.search), { view: id }).toString()}`,
      linkKey: linkKey(scope, columns),
      marks,
      selectName: selectable(scope) ? (name) => t('table.select', { name }) : undefined,
      Actions: Actions ?? (actions > 0 ? Usual : undefined),
      actionsWidth: actions,
      placeBy,
    };
    // columns are new objects in every render; their keys and widths say whether they differ
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keys, scope, actions, marks, Actions, placeBy, onChange, onTask, t]);
}

/** The column of the row's name, if it is shown; else the first that is no link of its own. */
function linkKey({ resource }: Scope, columns: Column[]): string | undefined {
  const named = labelPaths(resource.label);
  // what leads to another item does not lead to its own row as well
  const own = columns.filter(({ field }) => field.widget !== 'itemLink');
  return (own.find(({ key }) => named.includes(key)) ?? own.find(({ field }) => !field.ref))?.key;
}

/** What the row actions need, so that none is cut off and no room is lost; 0 where there are none. */
function useActionsWidth(scope: Scope, Actions: Props['Actions'], rows: List['rows']): number {
  const { t } = useTranslation('resource');
  // what is lent elsewhere is no action on these rows
  const onRows = [scope.update, scope.remove, ...scope.actions];
  const acts =
    scope.can(scope.create) || onRows.some((op) => (rows.length > 0 ? rows.some(({ row }) => scope.can(op, row)) : scope.can(op)));
  if (!acts && !Actions) return 0;
  const texts = [
    scope.can(scope.update) ? t('action.edit') : '',
    scope.can(scope.remove) ? t('action.delete') : '',
    ...namedActions(scope).map((op) => actionLabel(scope, op)),
  ];
  const tools = 24 + texts.reduce((sum, text) => sum + (text === '' ? 0 : 16 + textWidth(text)), 0) + (hasMenu(scope) ? 32 : 0);
  return Math.max(tools, 24 + Math.ceil(1.12 * textWidth(t('table.actions'))));
}

function selectable(scope: Scope): boolean {
  return scope.can(scope.remove) || scope.can(scope.update) || manyActions(scope).length > 0;
}

type InsteadProps = { scope: Scope; list: List; state: PageState; onChange: ChangeState; onTask: (task: Task) => void };

/** What stands there when no row does. */
function Instead({ scope, list, state, onChange, onTask }: InsteadProps): ReactNode {
  const { t } = useTranslation('resource');
  if (list.loading) return <Skeleton lines={8} label={t('state.loading')} />;
  if (list.error !== null) return <Failure error={list.error} onRetry={list.refresh} />;
  if (state.page > 1) {
    return (
      <Notice title={t('state.beyond')}>
        <button type="button" className="btn" onClick={() => onChange({ page: 1, cursor: undefined })}>
          {t('pager.first')}
        </button>
      </Notice>
    );
  }
  if (list.gap !== undefined)
    return <Notice title={t('state.empty', { title: scope.labels.title })} hint={t(`gap.${list.gap}`, { defaultValue: list.gap })} />;
  const wider = scope.list ? widerPresets(scope.list, state.filters) : [];
  if (scope.list && wider.length > 0) return <EmptyRange op={scope.list} state={state} presets={wider} onChange={onChange} />;
  if (state.keyword !== '' || Object.values(state.filters).some((texts) => texts.length > 0)) {
    return (
      <Notice title={t('state.noResults')} hint={t('state.noResultsHint')}>
        <button
          type="button"
          className="btn"
          onClick={() => {
            clearSelection();
            onChange(narrowed({ keyword: '', filters: {} }));
          }}
        >
          {t('filter.clear')}
        </button>
      </Notice>
    );
  }
  return (
    <Suspense fallback={<Skeleton lines={8} label={t('state.loading')} />}>
      <MissingPrerequisite scope={scope}>
        <Nothing scope={scope} onChange={onChange} onTask={onTask} />
      </MissingPrerequisite>
    </Suspense>
  );
}

/** None yet, and nothing in the way of the first. */
function Nothing({ scope, onChange, onTask }: Pick<InsteadProps, 'scope' | 'onChange' | 'onTask'>): ReactNode {
  const { t } = useTranslation('resource');
  const { title, help } = scope.labels;
  const creates = scope.can(scope.create);
  return (
    <Notice title={t('state.empty', { title })} hint={[help[''], creates && t('state.emptyHint')].filter(Boolean).join('\n')}>
      {creates && (
        <span className="rl-ways">
          <button type="button" className="btn btn-primary" onClick={() => onChange({ create: true })}>
            {t('action.createOf', { title })}
          </button>
          {scope.create?.body && (
            <button type="button" className="btn" onClick={() => onTask({ kind: 'import' })}>
              {t('action.import')}
            </button>
          )}
        </span>
      )}
    </Notice>
  );
}
