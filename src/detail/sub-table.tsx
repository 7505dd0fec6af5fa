import { isObject } from '#domain/json.ts';
import { useMemo } from 'react';
import type { Field, Json } from '#domain/model.ts';
import { cellFor } from '#cells/registry.ts';
import { fieldLabel, isScalar, isVisible } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import type { Column } from '#list/table/columns.ts';
import { DataTable } from '#list/table/data-table.tsx';
import type { RowShape } from '#list/table/table-row.tsx';

type Props = { label: string; item: Field; values: Json[]; scope: WholeScope };

/** The items of an array as a table of their own; thousands of them scroll virtually. */
export function SubTable({ label, item, values, scope }: Props) {
  const shape = useMemo<RowShape>(
    () => ({
      columns: columnsOf(item, values, scope, label),
      labels: scope.labels,
      language: scope.language,
      nameOf: ({ id }) => id,
    }),
    [item, values, scope, label],
  );
  const rows = useMemo(() => values.map((value, index) => ({ id: String(index), row: isObject(value) ? value : { value } })), [values]);
  return (
    <div className="rd-table">
      <DataTable label={label} shape={shape} rows={rows} total={rows.length} density="compact" />
    </div>
  );
}

function columnsOf(item: Field, values: Json[], scope: WholeScope, label: string): Column[] {
  if (item.kind !== 'object' && item.kind !== 'variants') return [column({ ...item, name: 'value' }, 'value', label)];
  const fields = item.kind === 'variants' ? (item.variants ?? []).flatMap((variant) => variant.fields ?? []) : (item.fields ?? []);
  const columns: Column[] = [];
  const add = (field: Field, path: string, name: string): void => {
    if (field.writeOnly || !isVisible(field, 'detail', scope.viewer) || columns.some(({ key }) => key === path)) return;
    if (field.kind === 'object' && field.fields && !field.widget) {
      for (const inner of field.fields) add(inner, `${path}.${inner.name}`, `${name} · ${fieldLabel(scope.labels, inner)}`);
    } else columns.push(column(field, path, name));
  };
  for (const field of fields) {
    if (values.some((value) => isObject(value) && value[field.name] !== undefined)) add(field, field.name, fieldLabel(scope.labels, field));
  }
  return columns;
}

function column(field: Field, key: string, label: string): Column {
  return { key, label, field, Cell: cellFor(field), width: isScalar(field) && field.kind !== 'text' ? 110 : 160, sortable: false };
}
