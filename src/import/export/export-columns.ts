import { useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '#api/workspace.ts';
import { rawCell } from '#domain/csv.ts';
import { displayed, plain, type Words } from '#domain/display.ts';
import { getPath } from '#domain/value.ts';
import { short, timeOf } from '#cells/date-cell.tsx';
import { enumLabel } from '#cells/labels.ts';
import { labelQuery } from '#cells/relation-labels.ts';
import type { Row } from '#resource/list-answer.ts';
import { fieldLabel, refOf, schemaOf, visibleTo } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import type { Column } from '#list/table/columns.ts';
import type { ExportColumn } from './export-rows.ts';

export type ExportValues = 'displayed' | 'raw';
export type Exported = Pick<Column, 'key' | 'label' | 'field'>;

/** Every property of an item as it is stored: what a list shows less of, an import would take for all there is. */
export function rawColumns({ resource, labels, viewer }: Pick<WholeScope, 'resource' | 'labels' | 'viewer'>): Exported[] {
  const stored = resource.name in resource.schemas ? resource.name : resource.item;
  const { fields = [] } = visibleTo(schemaOf(resource, stored), viewer);
  // a property of two branches is one column
  const names = new Set<string>();
  const own = fields.filter(({ name, writeOnly }) => !writeOnly && !names.has(name) && names.add(name));
  const first = own.filter(({ name }) => name === resource.id);
  return [...first, ...own.filter(({ name }) => name !== resource.id)].map((field) => ({
    key: field.name,
    label: fieldLabel(labels, field),
    field,
  }));
}

export function exportColumn(
  scope: WholeScope,
  { key, label, field }: Exported,
  values: ExportValues,
  known: Map<string, string>,
  t: (key: string) => string,
): ExportColumn {
  if (values === 'raw') return { header: key, valueOf: (row) => rawCell(field, getPath(row, key)) };
  const words: Words = {
    enumeration: (of, value) => enumLabel(scope.labels, of, value),
    yes: t('export.yes'),
    no: t('export.no'),
    time: (value) => {
      const time = timeOf(value);
      return time && short(time);
    },
    named: (_, value) => known.get(value),
  };
  return { header: label, valueOf: (row) => displayed(field, getPath(row, key), words) };
}

/** Collects the names of what a page of rows refers to. */
export function useReferenceNames() {
  const client = useQueryClient();
  const workspace = useWorkspace();
  return async (columns: Exported[], rows: Row[], known: Map<string, string>): Promise<void> => {
    const asked = columns.flatMap(({ key, field }) => {
      const ref = refOf(field);
      if (!ref) return [];
      const ids = new Set(rows.flatMap((row) => getPath(row, key) ?? []).map(plain));
      return [...ids].filter((id) => id !== '' && !known.has(id)).map((id) => ({ ref, id }));
    });
    await Promise.all(
      asked.map(async ({ ref, id }) => known.set(id, await client.fetchQuery(labelQuery(ref, id, workspace)).catch(() => id))),
    );
  };
}
