import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { errorMessage } from '#api/error.ts';
import { actionLabel, manyActions, type Task } from '#resource/actions.ts';
import { AT_ONCE, useSwitch } from '#bulk/use-switch.ts';
import type { Operation } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { notify } from '#ui/notify.ts';
import { NOTHING, type Selection, without } from '#resource/selection.ts';
import { mainSwitch } from './switch-cell.tsx';

type Props = { scope: Scope; selection: Selection; onSelection: (selection: Selection) => void; onTask: (task: Task) => void };

/**
 * What can be done with the selected rows. They are read anew when something is to be done: what the list showed of them
 * may be of another page, or of before. A row that its access excludes is left out and counted in the dialog.
 */
export function SelectionBar({ scope, selection, onSelection, onTask }: Props) {
  const { t } = useTranslation('resource');
  const turn = useSwitch(scope);
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  if (count === 0) return null;
  const change = scope.can(scope.update);
  const order = scope.resource.data?.order;
  const turned = mainSwitch(scope);

  const withRows = async (op: Operation | undefined, work: (rows: Row[]) => unknown): Promise<void> => {
    setBusy(true);
    try {
      const { currentRows } = await chunk(() => import('#bulk/current-rows.ts'));
      const rows = await currentRows(scope, [...selection.ids]);
      const found = new Set(rows.map((row) => scope.key(row).id));
      const gone = [...selection.ids].filter((id) => !found.has(id));
      if (gone.length > 0) {
        notify.warning(t('bulk.gone', { count: gone.length }));
        onSelection(without(selection, gone));
      }
      if (rows.length > 0 && !rows.some((row) => scope.can(op, row))) notify.warning(t('bulk.noneAllowed', { count: rows.length }));
      else if (rows.length > 0) await work(rows);
    } catch (error) {
      notify.error(t('bulk.unread'), errorMessage(error));
    }
    setBusy(false);
  };
  const doing = (
    label: string,
    op: Operation | undefined,
    work: (rows: Row[]) => unknown,
    more: { title?: string; 'data-danger'?: true } = {},
  ) => (
    // not disabled meanwhile: it would lose the focus
    <button
      key={label}
      type="button"
      className="btn rt-small"
      aria-disabled={busy || undefined}
      {...more}
      onClick={() => void (busy || withRows(op, work))}
    >
      {label}
    </button>
  );

  return (
    <div className="rt-selected" role="toolbar" aria-label={t('table.selected', { count })} aria-busy={busy}>
      <span aria-live="polite">{t('table.selected', { count })}</span>
      {change && doing(t('bulk.edit'), scope.update, (rows) => onTask({ kind: 'change', rows }))}
      {turned &&
        change &&
        [true, false].map((on) =>
          doing(
            t(on ? 'switch.enable' : 'switch.disable'),
            scope.update,
            // a few are turned without a question, because it can be taken back; not where the first rule that fits decides,
            // and not where some are left out
            (rows) =>
              rows.length > AT_ONCE || order !== undefined || rows.some((row) => !scope.can(scope.update, row))
                ? onTask({ kind: 'switch', field: turned, on, rows })
                : turn(rows, turned, on),
            { title: fieldLabel(scope.labels, turned) },
          ),
        )}
      {order !== undefined &&
        change &&
        doing(t('action.move'), scope.update, (rows) =>
          onTask({ kind: 'move', order, rows: rows.filter((row) => scope.can(scope.update, row)) }),
        )}
      {manyActions(scope).map((op) =>
        doing(actionLabel(scope, op), op, (rows) => {
          const allowed = rows.filter((row) => scope.can(op, row));
          onTask({ kind: 'action', op, rows: allowed, left: rows.length - allowed.length });
        }),
      )}
      {scope.can(scope.remove) &&
        doing(t('bulk.delete'), scope.remove, (rows) => onTask({ kind: 'delete', rows }), { 'data-danger': true })}
      <button type="button" className="rt-link" onClick={() => onSelection(NOTHING)}>
        {t('table.clearSelection')}
      </button>
    </div>
  );
}
