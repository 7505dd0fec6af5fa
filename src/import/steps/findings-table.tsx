import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { pointerOf } from '#domain/value.ts';
import { cellFor } from '#cells/registry.ts';
import { enumLabel } from '#cells/labels.ts';
import { textOf, type CellProps } from '#cells/cell.ts';
import { fieldAt } from '#resource/fields.ts';
import { pathLabel } from '#history/diff-table.tsx';
import type { WholeScope } from '#resource/scope.ts';
import type { Column } from '#list/table/columns.ts';
import { DataTable } from '#list/table/data-table.tsx';
import type { RowShape } from '#list/table/table-row.tsx';
import { useCards } from '#ui/use-cards.ts';
import { placeOf } from './amend.ts';
import { columnOf, type Finding } from '#import/check/check-rows.ts';
import { describeField } from '#import/check/describe-field.ts';
import { DownloadRows, messagesOf } from './download-rows.tsx';
import type { Source } from '#import/use-import.ts';

type Props = {
  scope: WholeScope;
  root: Field;
  findings: Finding[];
  source: Source;
  /** Takes another text for a cell of the file. */
  onAmend?: (place: string, text: string) => void;
};

/** Every bad row and cell, with the line of the file, what is wrong and what would be right. */
export function FindingsTable({ scope, root, findings, source, onAmend }: Props) {
  const { t } = useTranslation('resource');
  const layout = useCards() ? 'cards' : 'table';
  const shape = useMemo<RowShape>(
    () => ({
      columns: [
        column('line', t('import.line'), 80, { kind: 'integer' }),
        column('place', t('import.column'), 160),
        column('value', t('import.value'), 200, {}, onAmend && amendingCell(scope, root, source, onAmend, t('import.amend'))),
        column('message', t('import.problem'), 340),
        column('right', t('import.right'), 240),
      ],
      labels: scope.labels,
      language: scope.language,
      nameOf: ({ id }) => id,
    }),
    // an amendment changes nothing of what is reported here
    // oxlint-disable-next-line react/exhaustive-deps
    [scope, source, t],
  );
  const rows = useMemo(
    () =>
      findings.map(({ line, path, value, message }, index) => {
        const field = path === '' ? undefined : fieldAt(root, path);
        const place = path === '' ? '' : pathLabel(scope, root, pointerOf(path));
        const right = field && field !== root ? describeField(field, scope.labels) : '';
        return { id: String(index), row: { line, place, path, value, message, right } };
      }),
    [findings, scope, root],
  );
  const bad = (): { row: Source['table']['rows'][number]; remarks: string[] }[] => {
    const byLine = Map.groupBy(findings, ({ line }) => line);
    return source.table.rows.flatMap((row) => {
      const found = byLine.get(row.line);
      return found ? [{ row, remarks: [messagesOf(scope, root, found)] }] : [];
    });
  };
  return (
    <>
      <div className="rd-table ri-findings">
        <DataTable label={t('import.findings')} shape={shape} rows={rows} total={rows.length} density="compact" layout={layout} />
      </div>
      <DownloadRows
        label={t('import.downloadBad')}
        name={`${scope.resource.file}-errors`}
        source={source}
        added={[t('import.problem')]}
        rows={bad}
      />
    </>
  );
}

/** The cell of the file, to be put right where it stands: one of few words, or a text. */
function amendingCell(
  scope: WholeScope,
  root: Field,
  source: Source,
  onAmend: (place: string, text: string) => void,
  label: string,
): ComponentType<CellProps> {
  return function AmendingCell({ row }) {
    const [path, value, place] = [textOf(row['path']), textOf(row['value']), textOf(row['place'])];
    const line = Number(row['line']);
    const index = columnOf(path, source.paths);
    if (index < 0) return <>{value}</>;
    const field = fieldAt(root, path);
    const common = { className: 'input ri-amend', 'aria-label': `${label}: ${line} ${place}`, defaultValue: value };
    const amend = ({ target }: { target: { value: string } }): void => onAmend(placeOf(line, index), target.value);
    if (!field?.values || field.open) return <input {...common} onChange={amend} />;
    const words = field.values.map((each) => enumLabel(scope.labels, field, each));
    return (
      <select {...common} onChange={amend}>
        {!words.includes(value) && <option value={value}>{value}</option>}
        {words.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </select>
    );
  };
}

function column(key: string, label: string, width: number, more: Partial<Field> = {}, Cell?: ComponentType<CellProps>): Column {
  const field: Field = { name: key, path: key, kind: 'text', ...more };
  return { key, label, field, Cell: Cell ?? cellFor(field), width, sortable: false };
}
