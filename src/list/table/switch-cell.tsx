import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { useSwitch } from '#bulk/use-switch.ts';
import { isSwitch } from '#domain/resource-parts.ts';
import { fieldLabel, isDrawn } from '#resource/fields.ts';
import type { Scope } from '#resource/scope.ts';
import { BooleanCell } from '#cells/boolean-cell.tsx';
import type { CellProps } from '#cells/cell.ts';
import type { Column } from './columns.ts';
import '#controls/control.css';

/** Columns whose value is a switch that this viewer may turn are turned in the row. */
export function switchable(scope: Scope, columns: Column[]): Column[] {
  const turned = switches(scope);
  if (turned.size === 0) return columns;
  const Cell = switchCell(scope, turned);
  return columns.map((column) => (turned.has(column.key) ? { ...column, Cell, width: Math.max(column.width, 112) } : column));
}

/** What rows are enabled and disabled by: the first such column, if it is on unless somebody says otherwise. */
export function mainSwitch(scope: Scope): Field | undefined {
  const turned = switches(scope);
  const field = turned.get(scope.resource.columns.find((path) => turned.has(path)) ?? '');
  return field?.default === true ? field : undefined;
}

function switches({ resource, update, can, viewer }: Scope): Map<string, Field> {
  if (!can(update)) return new Map();
  const fields = resource.schemas[update.body?.schema ?? resource.item]?.fields ?? [];
  const turned = fields.filter((field) => isSwitch(field) && isDrawn(field, viewer));
  return new Map(turned.map((field) => [field.name, field]));
}

function switchCell(scope: Scope, turnedFields: ReadonlyMap<string, Field>): ComponentType<CellProps> {
  return function SwitchCell(props: CellProps) {
    const { t } = useTranslation('widgets');
    const turn = useSwitch(scope);
    // shown at once; what the backend says comes after
    const [wanted, setWanted] = useState<boolean>();
    const { field, value, row, labels } = props;
    const kept = turnedFields.get(field.name)?.own === 'kept' && row !== undefined && scope.isOwn(row);
    if (typeof value !== 'boolean' || kept || !scope.can(scope.update, row)) return <BooleanCell {...props} />;
    const on = wanted ?? value;
    return (
      <label className="rt-switch">
        <input
          type="checkbox"
          // a checkbox says itself whether it is checked
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          className="wx-switch"
          aria-label={`${fieldLabel(labels, field)}: ${scope.nameOf(row)}`}
          aria-busy={wanted !== undefined}
          checked={on}
          onChange={({ target }) => {
            if (wanted !== undefined) return;
            setWanted(target.checked);
            void turn([row], field, target.checked).finally(() => setWanted(undefined));
          }}
        />
        <span aria-hidden>{t(on ? 'yes' : 'no')}</span>
      </label>
    );
  };
}
