import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListDeleted } from '#generated/client/history.ts';
import type { Field } from '#domain/model.ts';
import { pageQuery } from '#domain/paging.ts';
import { SearchBox } from '#list/filter-bar/search-box.tsx';
import { pageOf } from '#resource/list-answer.ts';
import { OWN_PAGING } from '#resource/own-paging.ts';
import type { Scope } from '#resource/scope.ts';
import type { Column } from '#list/table/columns.ts';
import { DataTable } from '#list/table/data-table.tsx';
import { Pager } from '#list/table/pager.tsx';
import { type Keyed, NOTHING, type Selection, without } from '#resource/selection.ts';
import { Failure, Notice, Skeleton } from '#resource/states.tsx';
import type { RowShape } from '#list/table/table-row.tsx';
import { narrowed, type PageState, writeState } from '#resource/url-state.ts';
import { useCards } from '#ui/use-cards.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { cellFor } from '#cells/registry.ts';
import { textOf } from '#cells/cell.ts';
import { useRestore } from '#history/deleted/use-restore.ts';
import '#list/filter-bar/filters.css';

type Props = { scope: Scope; state: PageState; onChange: ChangeState };

const SIZE = 20;

/** What was deleted of a resource and is still gone: what, when, by whom, and the way back. */
export function DeletedList({ scope, state, onChange }: Props) {
  const { t } = useTranslation('resource');
  const restore = useRestore(scope);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [busy, setBusy] = useState(false);
  const layout = useCards() ? 'cards' : 'table';
  const { companyId } = scope.params;
  const size = Math.min(state.size ?? SIZE, OWN_PAGING.max);
  const asked = {
    resource: scope.resource.name,
    ...pageQuery(OWN_PAGING, size, { index: state.page - 1 }),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(scope.resource.data?.owner !== undefined && companyId !== undefined ? { companyId } : {}),
  };
  const answer = useListDeleted(asked, { query: { placeholderData: keepPreviousData } });
  const page = useMemo(() => pageOf(OWN_PAGING, answer.data?.data), [answer.data]);
  const rows = useMemo(() => {
    const own = new Set(scope.resource.operations.delete.map((each) => each.id));
    const wordOf = (operation: string): string =>
      scope.labels.actions[operation] ?? t(own.has(operation) ? 'history.deleted' : 'deleted.followed');
    return page.rows.map((row): Keyed => ({ id: textOf(row['id']), row: { ...row, operation: wordOf(textOf(row['operation'])) } }));
  }, [page.rows, scope, t]);
  const forget = useCallback((ids: readonly string[]) => setSelection((before) => without(before, ids)), []);
  const restoreSelected = async (ids: readonly string[]): Promise<void> => {
    setBusy(true);
    const named = new Map(rows.map(({ id, row }) => [id, textOf(row['label'])]));
    await restore(ids.map((id) => ({ id, name: named.get(id) ?? id })));
    forget(ids);
    setBusy(false);
  };
  const shape = useShape(scope, forget);
  const instead = answer.error ? (
    <Failure error={answer.error} onRetry={() => void answer.refetch()} />
  ) : answer.isPending ? (
    <Skeleton lines={8} label={t('state.loading')} />
  ) : state.keyword === '' ? (
    <Notice title={t('deleted.none')} hint={t('deleted.noneHint')} />
  ) : (
    <Notice title={t('state.noResults')} />
  );
  const list = { rows, total: page.total, capped: page.capped, loading: answer.isPending, busy: false, error: answer.error, at: 0 };

  return (
    <div className="rl">
      <div className="rf" role="search">
        <div className="rf-line">
          <SearchBox
            value={state.keyword}
            label={t('filter.searchIn', { title: t('deleted.title', { title: scope.labels.plural }) })}
            onSearch={(keyword) => onChange(narrowed({ keyword }), 'replace')}
          />
        </div>
      </div>
      {selection.ids.size > 0 && (
        <div className="rt-selected" role="toolbar" aria-label={t('table.selected', { count: selection.ids.size })}>
          <span aria-live="polite">{t('table.selected', { count: selection.ids.size })}</span>
          <button
            type="button"
            className="btn rt-small"
            aria-disabled={busy || undefined}
            onClick={() => void (busy || restoreSelected([...selection.ids]))}
          >
            {t('deleted.restoreSelected')}
          </button>
          <button type="button" className="rt-link" onClick={() => setSelection(NOTHING)}>
            {t('table.clearSelection')}
          </button>
        </div>
      )}
      <DataTable
        label={t('deleted.title', { title: scope.labels.plural })}
        shape={shape}
        rows={rows}
        offset={(state.page - 1) * size}
        total={page.capped ? undefined : page.total}
        selection={selection}
        onSelection={setSelection}
        onOpen={({ id }) => onChange({ view: id })}
        layout={layout}
      >
        {rows.length === 0 ? instead : undefined}
      </DataTable>
      <Pager paging={OWN_PAGING} list={{ ...list, refresh: () => void answer.refetch() }} state={state} onChange={onChange} />
    </div>
  );
}

function useShape(scope: Scope, onBack: (ids: readonly string[]) => void): RowShape {
  const { t } = useTranslation('resource');
  return useMemo(() => {
    const column = (key: string, label: string, width: number, more: Partial<Field> = {}): Column => {
      const field: Field = { name: key, path: key, kind: 'text', ...more };
      return { key, label, field, Cell: cellFor(field), width, sortable: false };
    };
    const owner = scope.resource.data?.owner;
    return {
      columns: [
        column('label', t('deleted.item'), 220),
        column('at', t('deleted.at'), 176, { format: 'date-time' }),
        column('actor', t('deleted.actor'), 200),
        column('operation', t('deleted.operation'), 160),
        ...(scope.mixed && owner !== undefined
          ? [column('companyId', scope.labels.fields[owner] ?? owner, 160, { ref: { resource: 'Company' } })]
          : []),
      ],
      labels: scope.labels,
      language: scope.language,
      nameOf: ({ row }) => textOf(row['label']),
      href: (id) => `?${writeState(new URLSearchParams(location.search), { view: id }).toString()}`,
      linkKey: 'label',
      selectName: (name) => t('table.select', { name }),
      actionsWidth: 100,
      Actions: function Restore({ keyed: { id, row } }: { keyed: Keyed }) {
        return <RestoreButton scope={scope} id={id} name={textOf(row['label'])} onBack={onBack} />;
      },
    };
  }, [scope, onBack, t]);
}

type ButtonProps = { scope: Scope; id: string; name: string; onBack: (ids: readonly string[]) => void };

function RestoreButton({ scope, id, name, onBack }: ButtonProps) {
  const { t } = useTranslation('resource');
  const restore = useRestore(scope);
  const [busy, setBusy] = useState(false);
  const restoreOne = async (): Promise<void> => {
    setBusy(true);
    if (await restore([{ id, name }])) onBack([id]);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="rt-link"
      aria-disabled={busy || undefined}
      aria-label={t('deleted.restoreOf', { name })}
      onClick={() => {
        if (!busy) void restoreOne();
      }}
    >
      {t('deleted.restore')}
    </button>
  );
}
