import { useQueryClient } from '@tanstack/react-query';
import { useContext } from '#api/context.ts';
import { displayed, plain, type Words } from '#domain/display.ts';
import { getPath } from '#domain/value.ts';
import { short, timeOf } from '#widgets/cells/date-cell.tsx';
import { enumLabel } from '#widgets/labels.ts';
import { labelQuery } from '#widgets/relation-labels.ts';
import type { Row } from '#resource/list-answer.ts';
import { refOf } from '#resource/fields.ts';
import type { Scope } from '#resource/scope.ts';
import type { Column } from '#resource/table/columns.ts';
import type { ExportColumn } from './export-rows.ts';

export type ExportValues = 'displayed' | 'raw';

export function exportColumn(
  scope: Scope,
  { key, label, field }: Column,
  values: ExportValues,
  known: Map<string, string>,
  t: (key: string) => string,
): ExportColumn {
  if (values === 'raw') return { header: key, valueOf: (row) => getPath(row, key) };
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
  const context = useContext();
  return async (columns: Column[], rows: Row[], known: Map<string, string>): Promise<void> => {
    const asked = columns.flatMap(({ key, field }) => {
      const ref = refOf(field);
      if (!ref) return [];
      const ids = new Set(rows.flatMap((row) => getPath(row, key) ?? []).map(plain));
      return [...ids].filter((id) => id !== '' && !known.has(id)).map((id) => ({ ref, id }));
    });
    await Promise.all(
      asked.map(async ({ ref, id }) => known.set(id, await client.fetchQuery(labelQuery(ref, id, context)).catch(() => id))),
    );
  };
}
