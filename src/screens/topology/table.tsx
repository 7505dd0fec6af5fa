import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { type Sort, sorted } from './rows.ts';

export type Column<Row> = { key: keyof Row & string; title: string; number?: true; cell: (row: Row) => ReactNode };
type Props<Row extends { index: number }> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  first: Sort<Row>;
  selected: number | undefined;
  empty: string;
};

const PAGE = 50;

/** Rows beside the picture, with the same numbers: sorted by any column, some at a time. */
export function Table<Row extends { index: number }>({ label, columns, rows, first, selected, empty }: Props<Row>): ReactNode {
  const { t } = useTranslation('topology');
  const [sort, setSort] = useState(first);
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(wanted, pages);
  const shown = sorted(rows, sort).slice((page - 1) * PAGE, page * PAGE);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="topology-rows" tabIndex={0} role="region" aria-label={label}>
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ key, title, number }) => (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  data-number={number}
                  aria-sort={sort.by === key ? (sort.down ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" onClick={() => setSort({ by: key, down: sort.by === key ? !sort.down : number === true })}>
                    {title}
                    {sort.by === key && <Icon name={sort.down ? 'down' : 'up'} size={12} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row) => (
              <tr key={row.index} role="row" aria-current={row.index === selected || undefined}>
                {columns.map(({ key, title, number, cell }) => (
                  <td key={key} role="cell" data-label={title} data-number={number}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="topology-none">{empty}</p>}
      </div>
      {pages > 1 && (
        <nav className="topology-pager" aria-label={t('pager')}>
          <span>{t('rows', { total: rows.length })}</span>
          <button type="button" className="btn" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </button>
          <span>
            {page} / {pages}
          </span>
          <button type="button" className="btn" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('next')}
          </button>
        </nav>
      )}
    </>
  );
}
