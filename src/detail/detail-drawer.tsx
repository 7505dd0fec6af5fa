import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '#ui/drawer.tsx';
import { MenuButton } from '#ui/menu-button.tsx';
import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';
import { ApiError } from '#api/error.ts';
import { useModel } from '#api/model.ts';
import { actionLabel, rowActions, rowMenu, type Task } from '#resource/actions.ts';
import { DeletedDrawer } from './deleted-drawer.tsx';
import { HistoryView } from '#history/history-view.tsx';
import type { Row } from '#resource/list-answer.ts';
import { rememberItem } from '#resource/remembered-parents.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Failure, Notice, Skeleton } from '#resource/states.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAccessed, useItem } from '#resource/use-item.ts';
import { useCards } from '#ui/use-cards.ts';
import { useReturnFocus } from '#ui/use-return-focus.ts';
import { EffectDetail } from './effect-detail.tsx';
import { ItemDetail } from './item-detail.tsx';
import { ReferencesView } from '#resource/references-view.tsx';

// only items around which something was measured draw it
const ItemMeasurements = lazy(() => import('#panels/item-measurements.tsx').then((module) => ({ default: module.ItemMeasurements })));

// what stands below an item is said by contracts that are not ours
const Children = lazy(() => chunk(() => import('./children.tsx')).then((module) => ({ default: module.Children })));

type Props = { scope: WholeScope; id: string; onEdit: () => void; onCopy: () => void; onTask: (task: Task) => void; onClose: () => void };

/** One item beside its list: everything it holds, its history, what uses it. */
export function DetailDrawer({ scope, id, onEdit, onCopy, onTask, onClose }: Props) {
  const { t } = useTranslation('resource');
  useReturnFocus();
  const { item, loading, error, mismatch, refresh } = useItem(scope, id);
  const accessed = useAccessed(scope, id, item);
  const { platform } = useModel();
  const { name } = scope.resource;
  useEffect(() => {
    if (config().foreign) rememberItem(name, id);
  }, [name, id]);
  const gone = !loading && !item && (!error || (error instanceof ApiError && error.status === 404));
  if (gone && platform.history && scope.resource.revision !== undefined) return <DeletedDrawer scope={scope} id={id} onClose={onClose} />;
  return (
    <Drawer
      open
      title={item && scope.nameOf(item)}
      extra={accessed && <Tools scope={scope} item={accessed} onEdit={onEdit} onCopy={onCopy} onTask={onTask} />}
      onClose={onClose}
    >
      {loading && <Skeleton lines={8} label={t('state.loading')} />}
      {!loading && !item && (error ? <Failure error={error} onRetry={refresh} /> : <Notice title={t('state.gone')} />)}
      {mismatch && <Failure error={mismatch} onRetry={refresh} />}
      {item && <Content scope={scope} item={item} id={id} />}
    </Drawer>
  );
}

function Content({ scope, item, id }: { scope: WholeScope; item: Row; id: string }) {
  const { t } = useTranslation('resource');
  const { platform } = useModel();
  const [shown, setShown] = useState('details');
  const stored = scope.resource.revision !== undefined;
  const previewed = scope.resource.operations.actions.find(({ preview }) => preview !== undefined);
  const tabs = [
    { key: 'details', label: t('detail.details') },
    ...(previewed ? [{ key: 'effect', label: t('detail.effect') }] : []),
    ...(stored && platform.history ? [{ key: 'history', label: t('detail.history') }] : []),
    ...(stored && platform.references ? [{ key: 'references', label: t('detail.references') }] : []),
  ];
  const details = (
    <>
      {config().foreign && (
        <Suspense fallback={null}>
          <Children scope={scope} id={id} />
        </Suspense>
      )}
      <ItemDetail scope={scope} item={item}>
        {scope.resource.measured !== undefined && (
          <Suspense fallback={<Skeleton lines={6} label={t('state.loading')} />}>
            <ItemMeasurements scope={scope} item={item} />
          </Suspense>
        )}
      </ItemDetail>
    </>
  );
  if (tabs.length === 1) return details;
  return (
    <Tabs label={scope.nameOf(item)} tabs={tabs} shown={shown} onShow={setShown}>
      {shown === 'details' && details}
      {shown === 'effect' && previewed && <EffectDetail scope={scope} op={previewed} item={item} />}
      {shown === 'history' && <HistoryView scope={scope} item={item} id={id} />}
      {shown === 'references' && <ReferencesView scope={scope} id={id} />}
    </Tabs>
  );
}

/** Actions beyond this many are in a menu. */
const FEW = 2;

type ToolsProps = { scope: WholeScope; item: Row; onEdit: () => void; onCopy: () => void; onTask: (task: Task) => void };

function Tools({ scope, item, onEdit, onCopy, onTask }: ToolsProps) {
  const { t } = useTranslation('resource');
  const actions = rowActions(scope, item);
  // there is room for a few by their names
  // a phone has room for what everybody looks for, the rest is under “more”
  const narrow = useCards();
  const named = actions.length <= FEW && !narrow ? actions : [];
  const menu = rowMenu(scope, item, {
    actions: actions.slice(named.length),
    onCopy,
    onTask,
    copyLabel: t('action.copy'),
    moveLabel: t('action.move'),
  });
  return (
    <span className="rd-tools">
      {scope.can(scope.update, item) && (
        <button type="button" className="btn btn-primary" onClick={onEdit}>
          {t('action.edit')}
        </button>
      )}
      {scope.can(scope.remove, item) && (
        <button type="button" className="btn" data-danger onClick={() => onTask({ kind: 'delete', rows: [item] })}>
          {t('action.delete')}
        </button>
      )}
      {named.map((op) => (
        <button key={op.id} type="button" className="btn" onClick={() => onTask({ kind: 'action', op, rows: [item] })}>
          {actionLabel(scope, op)}
        </button>
      ))}
      {menu.length > 0 && <MenuButton items={() => menu}>{t('action.more')}</MenuButton>}
    </span>
  );
}
