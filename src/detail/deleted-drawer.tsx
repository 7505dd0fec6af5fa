import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryView, useHistory } from '#history/history-view.tsx';
import { stateAt } from '#history/state-at.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Notice, Skeleton } from '#resource/states.tsx';
import { short } from '#cells/date-cell.tsx';
import { Drawer } from '#ui/drawer.tsx';
import { isRestorable } from '#history/deleted/is-restorable.ts';
import { useRestore } from '#history/deleted/use-restore.ts';
import './detail.css';
import '#ui/dialog.css';

type Props = { scope: WholeScope; id: string; onClose: () => void };

/** In place of an item that is gone: when and by whom it was deleted, what it was, and the way back. */
export function DeletedDrawer({ scope, id, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { revisions, loading } = useHistory(scope.resource.name, id);
  const restore = useRestore(scope);
  const [busy, setBusy] = useState(false);
  const [last] = revisions;
  const isDeleted = last !== undefined && (last.after === null || last.after === undefined);
  if (!isDeleted)
    return (
      <Drawer open onClose={onClose}>
        {loading ? <Skeleton lines={8} label={t('state.loading')} /> : <Notice title={t('state.gone')} />}
      </Drawer>
    );
  const item = { ...stateAt({}, revisions, last.revision - 1), [scope.resource.id]: id };
  const name = scope.nameOf(item);
  return (
    <Drawer
      open
      title={name}
      extra={
        isRestorable(scope) && (
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={busy || undefined}
            onClick={() => {
              if (busy) return;
              setBusy(true);
              void restore([{ id, name }]).finally(() => setBusy(false));
            }}
          >
            {t('deleted.restore')}
          </button>
        )
      }
      onClose={onClose}
    >
      <div className="rd-gone">
        <p className="rb-warn" role="status">
          {t('deleted.gone', { at: short(new Date(last.at)), actor: last.actor })}
          {isRestorable(scope) && ` ${t('deleted.goneHint')}`}
        </p>
      </div>
      <HistoryView scope={scope} item={item} id={id} gone />
    </Drawer>
  );
}
