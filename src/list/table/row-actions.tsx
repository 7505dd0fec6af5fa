import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { MenuButton } from '#ui/menu-button.tsx';
import { actionLabel, namedActions, rowActions, rowMenu, type Task } from '#resource/actions.ts';
import type { Scope } from '#resource/scope.ts';
import type { Keyed } from '#resource/selection.ts';

type Props = { scope: Scope; keyed: Keyed; onEdit: (id: string) => void; onCopy: (id: string) => void; onTask: (task: Task) => void };

/** What this viewer may do with this row. */
export function RowActions({ scope, keyed, onEdit, onCopy, onTask }: Props) {
  const { t } = useTranslation('resource');
  const { row, id } = keyed;
  const more = rowActions(scope, row);
  const named = namedActions(scope);
  const menu = rowMenu(scope, row, {
    actions: named.length > 0 ? [] : more,
    onCopy: () => onCopy(id),
    onTask,
    copyLabel: t('action.copy'),
    moveLabel: t('action.move'),
  });
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
      {named
        .filter((op) => more.includes(op))
        .map((op) => (
          <button key={op.id} type="button" className="rt-link" onClick={() => onTask({ kind: 'action', op, rows: [row] })}>
            {actionLabel(scope, op)}
          </button>
        ))}
      {menu.length > 0 && (
        <MenuButton className="rt-link rt-more" label={t('action.more')} items={() => menu}>
          <Icon name="more" />
        </MenuButton>
      )}
    </span>
  );
}
