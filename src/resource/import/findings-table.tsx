import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { csvText } from '#domain/csv.ts';
import { pointerOf } from '#domain/value.ts';
import { cellFor } from '#widgets/registry.ts';
import { placeName } from '#resource/history/diff-table.tsx';
import type { Scope } from '#resource/scope.ts';
import type { Column } from '#resource/table/columns.ts';
import { DataTable } from '#resource/table/data-table.tsx';
import type { RowShape } from '#resource/table/table-row.tsx';
import type { Finding } from './check-rows.ts';
import { saveText } from './save-file.ts';
import { useCards } from '#resource/use-cards.ts';
import type { Source } from './use-import.ts';

type Props = { scope: Scope; root: Field; findings: Finding[]; source: Source };

/** Every bad row and cell, with the line of the file. */
export function FindingsTable({ scope, root, findings, source }: Props) {
  const { t } = useTranslation('resource');
  const layout = useCards() ? 'cards' : 'table';
  const shape = useMemo<RowShape>(
    () => ({
      columns: [
        column('line', t('import.line'), 80, 'integer'),
        column('place', t('import.column'), 180),
        column('value', t('import.value'), 160),
        column('message', t('import.problem'), 420),
      ],
      labels: scope.labels,
      language: scope.language,
      nameOf: ({ id }) => id,
    }),
    [scope, t],
  );
  const rows = useMemo(
    () =>
      findings.map(({ line, path, value, message }, index) => ({
        id: String(index),
        row: { line, place: path === '' ? '' : placeName(scope, root, pointerOf(path)), value, message },
      })),
    [findings, scope, root],
  );
  const download = (): void => {
    const bad = Map.groupBy(findings, ({ line }) => line);
    const { headers, rows: all } = source.csv;
    const lines = all.flatMap((row) => {
      const found = bad.get(row.line);
      if (!found) return [];
      const told = found.map(({ path, message }) => (path === '' ? message : `${placeName(scope, root, pointerOf(path))}: ${message}`));
      return [[...headers.map((_, index) => row.cells[index] ?? ''), told.join('; ')]];
    });
    saveText(csvText([[...headers, t('import.problem')], ...lines]), `${scope.resource.file}-errors.csv`);
  };
  return (
    <>
      <div className="rd-table ri-findings">
        <DataTable label={t('import.findings')} shape={shape} rows={rows} total={rows.length} density="compact" layout={layout} />
      </div>
      <div>
        <button type="button" className="btn" onClick={download}>
          {t('import.downloadBad')}
        </button>
      </div>
    </>
  );
}

function column(key: string, label: string, width: number, kind: Field['kind'] = 'text'): Column {
  const field: Field = { name: key, path: key, kind };
  return { key, label, field, Cell: cellFor(field), width, sortable: false };
}
