import { useTranslation } from 'react-i18next';
import { MenuButton } from '#ui/menu-button.tsx';
import { actionLabel, loneAction, rowActions, type Task } from '#resource/actions.ts';
import type { Scope } from '#resource/scope.ts';
import type { Keyed } from './selection.ts';

type Props = { scope: Scope; keyed: Keyed; onEdit: (id: string) => void; onTask: (task: Task) => void };

/** What this viewer may do with this row. */
export function RowActions({ scope, keyed, onEdit, onTask }: Props) {
  const { t } = useTranslation('resource');
  const { row, id } = keyed;
  const more = rowActions(scope, row);
  const lone = loneAction(scope);
  return (
    <span className="rt-row-actions">
      {scope.can(scope.update, row) && (
        <button type="button" className="rt-link" onClick={() => onEdit(id)}>
          {t('action.edit')}
        </button>
      )}
      {scope.can(scope.remove, row) && (
        <button type="button" className="rt-link" data-danger onClick={() => onTask({ kind: 'delete', rows: [row] })}>
          {t('action.delete')}
        </button>
      )}
      {lone && more.includes(lone) && (
        <button type="button" className="rt-link" onClick={() => onTask({ kind: 'action', op: lone, rows: [row] })}>
          {actionLabel(scope, lone)}
        </button>
      )}
      {!lone && more.length > 0 && (
        <MenuButton
          className="rt-link"
          items={() =>
            more.map((op) => ({
              key: op.id,
              label: actionLabel(scope, op),
              danger: op.confirm === 'danger' || op.confirm === 'typed',
              onSelect: () => onTask({ kind: 'action', op, rows: [row] }),
            }))
          }
        >
          {t('action.more')}
        </MenuButton>
      )}
    </span>
  );
}
