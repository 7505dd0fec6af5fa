import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import { formatValue } from '#charts/format.ts';
import { asArray, asNumber, asObject, asText } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldLabel } from '#resource/fields.ts';
import { columnsOf } from './parts.ts';

export type Pager = { total: number; page: number; size: number; onPage: (page: number) => void };
type Props = {
  field: Field;
  value: Json | undefined;
  labels: Labels;
  pager?: Pager | undefined;
  /** Where a row leads: its first cell is the link. */
  href?: ((row: Record<string, Json>) => string | undefined) | undefined;
  /** Where a figure leads: to what it counts. */
  links?: Readonly<Record<string, (row: Record<string, Json>) => string | undefined>> | undefined;
  /** Columns that there is no room for. */
  without?: readonly string[] | undefined;
  /** What else is said of each row. */
  beside?: readonly { head: string; textOf: (row: Record<string, Json>) => string }[] | undefined;
};

/** Rows of an answer. Parts of a whole carry a bar behind their number; a figure that is missing says why. */
export function AnswerTable({ field, value, labels, pager, href, links = {}, without = [], beside = [] }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const rows = asArray(value).map(asObject);
  // a column that no row fills says nothing, unless a figure's reason stands there
  const hasReasons = saysWhy(field.items);
  const columns = columnsOf(field.items).filter(
    (column) =>
      !without.includes(column.name) &&
      (rows.length === 0 || (isNumber(column) && hasReasons) || rows.some((row) => getPath(row, pathIn(column, field)) !== undefined)),
  );
  const named = columns.find(({ kind }) => kind === 'text');
  const pages = pager ? Math.max(1, Math.ceil(pager.total / pager.size)) : 1;
  return (
    <>
      <div
        className="panel-table"
        data-cards={columns.length + beside.length > MOST_BESIDE || undefined}
        // what scrolls is reached by keys
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={fieldLabel(labels, field)}
      >
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.path} role="columnheader" scope="col" data-number={isNumber(column) || undefined}>
                  {headOf(column, field, labels)}
                </th>
              ))}
              {beside.map(({ head }) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <tr key={index} role="row">
                {columns.map((column, at) => {
                  const said = { column, field, row, labels, language };
                  return (
                    <td
                      key={column.path}
                      role="cell"
                      data-label={headOf(column, field, labels)}
                      data-name={column === named || undefined}
                      data-number={isNumber(column) || undefined}
                      data-again={isSaid(columns.slice(0, at), said) || undefined}
                    >
                      <Linked to={column === named ? href?.(row) : links[column.name]?.(row)}>
                        {isSaid(columns.slice(0, at), said) ? <span className="panel-gap">–</span> : <Value {...said} />}
                      </Linked>
                    </td>
                  );
                })}
                {beside.map(({ head, textOf }) => (
                  <td key={head} role="cell" data-label={head}>
                    {textOf(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="panel-empty">{t('empty')}</p>}
      </div>
      {pager && pager.total > pager.size && (
        <nav className="panel-pager" aria-label={t('page', { page: pager.page })}>
          <span>{t('rows', { total: pager.total })}</span>
          <button type="button" className="btn" disabled={pager.page <= 1} onClick={() => pager.onPage(pager.page - 1)}>
            {t('previous')}
          </button>
          <span>
            {pager.page} / {pages}
          </span>
          <button type="button" className="btn" disabled={pager.page >= pages} onClick={() => pager.onPage(pager.page + 1)}>
            {t('next')}
          </button>
        </nav>
      )}
    </>
  );
}

/** Of more columns a phone shows each row as a card of its own: a table would hide what stands behind its edge. */
const MOST_BESIDE = 2;

/** Whether a figure is missing for the reason that one before it gives: it is read once. */
function isSaid(before: readonly Field[], { column, ...rest }: ValueProps): boolean {
  const reason = reasonOf({ column, ...rest });
  return reason !== undefined && before.some((each) => reasonOf({ column: each, ...rest }) === reason);
}

function Linked({ to, children }: { to: string | undefined; children: ReactNode }): ReactNode {
  return to === undefined ? children : <Link to={to}>{children}</Link>;
}

type ValueProps = { column: Field; field: Field; row: Record<string, Json>; labels: Labels; language: 'zh' | 'en' };

function Value({ column, field, row, labels, language }: ValueProps): ReactNode {
  const path = pathIn(column, field);
  const value = getPath(row, path);
  const number = asNumber(value);
  if (isNumber(column)) {
    if (number === undefined) return <span className="panel-gap">{reasonOf({ column, field, row, labels }) ?? '–'}</span>;
    return (
      <span className="panel-number">
        {column.unit === '%' && <span className="panel-bar" style={{ width: `${Math.min(100, number)}%` }} aria-hidden="true" />}
        {formatValue(number, column.unit ?? unitIn(row, column, field))}
      </span>
    );
  }
  return <CellOf field={column} value={value} row={row} scope={{ labels, language }} />;
}

/** A row that measures something of its own names its unit beside it; ranks and counts, which are whole, have none. */
function unitIn(row: Record<string, Json>, { kind }: Field, { items }: Field): string {
  const isNamed = kind === 'number' && items?.fields?.some(({ name }) => name === 'unit');
  return (isNamed && asText(row['unit'])) || '';
}

/** Why a figure is missing: the reason that stands nearest, beside it, else that of the row. */
function reasonOf({ column, field, row, labels }: Omit<ValueProps, 'language'>): string | undefined {
  if (!isNumber(column) || asNumber(getPath(row, pathIn(column, field))) !== undefined) return undefined;
  const steps = pathIn(column, field).split('.').slice(0, -1);
  for (let depth = steps.length; depth >= 0; depth--) {
    const path = [...steps.slice(0, depth), 'gap'].join('.');
    const gap = asText(getPath(row, path));
    if (gap !== undefined) return labels.enums[`${field.path}[].${path}`]?.[gap] ?? gap;
  }
  return undefined;
}

/** `traffic.tx.max` of `results[].traffic.tx.max`. */
function pathIn(column: Field, field: Field): string {
  return column.path.slice(`${field.path}[].`.length);
}

/** A figure within an object is called by both: `Sent · Peak`. */
function headOf(column: Field, field: Field, labels: Labels): string {
  const steps = pathIn(column, field).split('.');
  if (steps.length < 2) return fieldLabel(labels, column);
  const above = labels.fields[`${field.path}[].${steps.slice(0, -1).join('.')}`];
  return above === undefined ? fieldLabel(labels, column) : `${above} · ${fieldLabel(labels, column)}`;
}

/** Whether rows say why a figure is missing, beside it or for all of them. */
function saysWhy(items: Field | undefined): boolean {
  return items?.fields?.some((field) => field.name === 'gap' || (field.kind === 'object' && saysWhy(field))) === true;
}

function isNumber({ kind }: Field): boolean {
  return kind === 'number' || kind === 'integer';
}
