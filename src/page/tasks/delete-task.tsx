import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import { notify } from '#ui/notify.ts';
import type { ListReferences200 as References } from '#generated/client/schemas.ts';
import { ReferenceList, useReferences } from '#resource/references-view.tsx';
import { namesOf } from '#history/deleted/restore-messages.ts';
import { isRestorable } from '#history/deleted/is-restorable.ts';
import { type DeletedItem, useRestore } from '#history/deleted/use-restore.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { Row } from '#resource/list-answer.ts';
import { changeArgs, type WholeScope } from '#resource/scope.ts';
import { deletesMany, idSteps, rowsOf } from '#bulk/by-ids.ts';
import { fetchItem } from '#bulk/current-item.ts';
import { Names } from '#bulk/names.tsx';
import { CallHeaders } from '#page/parents/deferred-fields.ts';
import { RunPanel } from '#bulk/run-panel.tsx';

type Props = {
  scope: WholeScope;
  rows: Row[];
  /** The call that takes them all, where one was asked for. */
  op?: Operation;
  onClose: () => void;
  onGone: (ids: string[]) => void;
};

/** Says what will be gone and what uses it, then deletes. */
export function DeleteTask({ scope, rows, op, onClose, onGone }: Props) {
  const { t } = useTranslation('resource');
  const { remove } = scope;
  const allowed = op ? rows : rows.filter((row) => scope.can(remove, row));
  const [only] = rows.length === 1 ? rows : [];
  const several = op ?? (allowed.length > 1 ? deletesMany(scope) : undefined);
  const called = several ?? remove;
  const name = only ? scope.nameOf(only) : '';
  const restore = useRestore(scope);
  const restorable = isRestorable(scope);
  const { references } = useReferences(scope.resource.name, only ? scope.key(only).id : '');
  const blocked = references?.results.some(({ blocks }) => blocks) ?? false;
  const offerUndo = (gone: readonly DeletedItem[]): void => {
    const back = only
      ? t('delete.undoOne', { name })
      : t('delete.undoMany', {
          names: namesOf(
            gone.map((each) => each.name),
            t,
          ),
        });
    notify.success(
      only ? t('delete.doneOne', { name }) : t('delete.doneMany', { count: gone.length }),
      restorable && !only ? back : undefined,
      restorable ? { label: t('delete.undo'), name: back, run: () => void restore(gone) } : undefined,
    );
  };
  return (
    <Dialog
      title={only ? t('delete.one', { name }) : t('delete.many', { count: allowed.length, title: scope.labels.plural })}
      onClose={onClose}
    >
      <div className="rb">
        {only ? (
          <UsedBy scope={scope} references={references} />
        ) : (
          <Names scope={scope} rows={allowed} excluded={rows.length - allowed.length} />
        )}
        {!blocked && <p>{t(scope.resource.revision === undefined ? 'delete.final' : restorable ? 'delete.restorable' : 'delete.kept')}</p>}
        {called?.asked && <CallHeaders scope={scope} op={called} />}
        <RunPanel
          scope={scope}
          count={blocked ? 0 : allowed.length}
          verb={t('action.delete')}
          danger
          typed={allowed.length > 1 ? String(allowed.length) : undefined}
          steps={async (anew) =>
            several
              ? idSteps(scope, several, allowed)
              : remove &&
                Promise.all(
                  allowed.map(async (row) => {
                    const present = anew ? await fetchItem(scope, row) : { item: row };
                    return {
                      op: remove,
                      args: changeArgs(scope, remove, present.item, present.etag),
                      name: scope.nameOf(row),
                      id: scope.key(row).id,
                    };
                  }),
                )
          }
          onApplied={(done) => {
            const gone = done.flatMap(rowsOf);
            onGone(gone.map(({ id }) => id));
            if (gone.length > 0) offerUndo(gone);
          }}
          onDone={onClose}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

/** What stands against it, then what else uses it; a backend that does not say which is which has both in one list. */
function UsedBy({ scope, references }: { scope: WholeScope; references: References | undefined }) {
  const { t } = useTranslation('resource');
  if (!references || references.total === 0) return null;
  const blocking = references.results.filter(({ blocks }) => blocks);
  const others = references.results.filter(({ blocks }) => !blocks);
  const explained = references.results.every(({ blocks }) => blocks !== undefined);
  if (!explained)
    return (
      <div className="rb-warn" role="note">
        <p>{t('delete.usedBy', { count: references.total })}</p>
        <ReferenceList references={references} scope={scope} />
      </div>
    );
  return (
    <>
      {blocking.length > 0 && (
        <div className="rb-warn" role="note">
          <p>{t('delete.blockedBy', { count: blocking.length })}</p>
          <ReferenceList references={{ total: blocking.length, results: blocking }} scope={scope} />
        </div>
      )}
      {others.length > 0 && (
        <details className="rb-uses">
          <summary>{t('delete.usedToo', { count: references.total - blocking.length })}</summary>
          <ReferenceList references={{ total: references.total - blocking.length, results: others }} scope={scope} />
        </details>
      )}
    </>
  );
}
