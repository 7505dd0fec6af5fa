import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { actionLabel, manyActions, type Task } from '#resource/actions.ts';
import { useSwitch } from '#resource/bulk/use-switch.ts';
import { fieldLabel } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { NOTHING, type Selection } from './selection.ts';
import { mainSwitch } from './switch-cell.tsx';

type Props = { scope: Scope; selection: Selection; onSelection: (selection: Selection) => void; onTask: (task: Task) => void };

/** What can be done with the selected rows. A row that its access excludes is left out and counted in the dialog. */
export function SelectionBar({ scope, selection, onSelection, onTask }: Props) {
  const { t } = useTranslation('resource');
  const rows = [...selection.rows.values()];
  if (rows.length === 0) return null;
  const change = rows.some((row) => scope.can(scope.update, row));
  const order = scope.resource.data?.order;
  const turned = mainSwitch(scope);
  const remove = rows.some((row) => scope.can(scope.remove, row));
  return (
    <div className="rt-selected" role="toolbar" aria-label={t('table.selected', { count: rows.length })}>
      <span aria-live="polite">{t('table.selected', { count: rows.length })}</span>
      {change && (
        <button type="button" className="btn rt-small" onClick={() => onTask({ kind: 'change', rows })}>
          {t('bulk.edit')}
        </button>
      )}
      {turned && change && <SwitchButtons scope={scope} field={turned} rows={rows} />}
      {order !== undefined && change && (
        <button
          type="button"
          className="btn rt-small"
          onClick={() => onTask({ kind: 'move', order, rows: rows.filter((row) => scope.can(scope.update, row)) })}
        >
          {t('action.move')}
        </button>
      )}
      {manyActions(scope, rows).map(({ op, rows: fitting }) => (
        <button
          key={op.id}
          type="button"
          className="btn rt-small"
          disabled={fitting.length === 0}
          onClick={() => onTask({ kind: 'action', op, rows: fitting, left: rows.length - fitting.length })}
        >
          {actionLabel(scope, op)}
        </button>
      ))}
      {remove && (
        <button type="button" className="btn rt-small" data-danger onClick={() => onTask({ kind: 'delete', rows })}>
          {t('bulk.delete')}
        </button>
      )}
      <button type="button" className="rt-link" onClick={() => onSelection(NOTHING)}>
        {t('table.clearSelection')}
      </button>
    </div>
  );
}

/** One click each: no question, because it can be taken back. */
function SwitchButtons({ scope, field, rows }: { scope: Scope; field: Field; rows: Row[] }) {
  const { t } = useTranslation('resource');
  const turn = useSwitch(scope);
  const [busy, setBusy] = useState(false);
  return [true, false].map((on) => (
    <button
      key={String(on)}
      type="button"
      className="btn rt-small"
      title={fieldLabel(scope.labels, field)}
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void turn(rows, field, on).finally(() => setBusy(false));
      }}
    >
      {t(on ? 'switch.enable' : 'switch.disable')}
    </button>
  ));
}
