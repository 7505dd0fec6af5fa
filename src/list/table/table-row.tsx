import { type ComponentType, memo, type ReactNode, type Ref } from 'react';
import type { Labels, Language } from '#domain/model.ts';
import { asArray, asObject } from '#domain/json.ts';
import { getPath, pointerOf } from '#domain/value.ts';
import { isNeverTruncated } from '#cells/truncation.ts';
import type { Column } from './columns.ts';
import type { Keyed } from '#resource/selection.ts';

/** What all rows of one table share; stable between renders, so that a row draws again only when it changed. */
export type RowShape = {
  columns: Column[];
  labels: Labels;
  language: Language;
  nameOf: (keyed: Keyed) => string;
  /** Where a row leads, and the column that says so. */
  href?: (id: string) => string;
  linkKey?: string;
  /** Beside the name of a row. */
  marks?: ReadonlyMap<string, ReactNode>;
  selectName?: (name: string) => string;
  Actions?: ComponentType<{ keyed: Keyed }>;
  actionsWidth?: number;
  /** The property that says where a row is. */
  placeBy?: string | undefined;
  /** A drag handle before everything else. */
  Handle?: ComponentType<{ keyed: Keyed; name: string }>;
};

type Props = {
  shape: RowShape;
  keyed: Keyed;
  index: number;
  position: number;
  checked: boolean;
  /** What the address points at. */
  marked: boolean;
  /** Where it is, and whether something there is pointed at. */
  place: string | undefined;
  near: boolean;
  focusable: boolean;
  measure?: Ref<HTMLTableRowElement>;
};

/** No listeners: the table's body hears clicks and keys for all rows. */
export const TableRow = memo(function TableRow({ shape, keyed, index, position, checked, marked, place, near, focusable, measure }: Props) {
  const { columns, labels, language, Actions, Handle } = shape;
  const name = shape.nameOf(keyed);
  return (
    <tr
      role="row"
      ref={measure}
      data-index={index}
      aria-rowindex={position}
      tabIndex={focusable ? 0 : -1}
      data-checked={checked || undefined}
      data-marked={marked || undefined}
      data-place={place}
      data-near={near || undefined}
    >
      {Handle && (
        <td role="cell" className="rt-handle">
          <Handle keyed={keyed} name={name} />
        </td>
      )}
      {shape.selectName && (
        <td role="cell" className="rt-select">
          <input type="checkbox" data-select checked={checked} readOnly aria-label={shape.selectName(name)} />
        </td>
      )}
      {columns.map(({ key, label, field, Cell, align, others }, at) => (
        <td
          key={key}
          role="cell"
          data-label={label}
          data-column={isNeverTruncated(field) ? key : undefined}
          data-align={align}
          className={at === 0 ? 'rt-first' : undefined}
        >
          {opened(
            <>
              {keyed.row['_mismatch'] !== undefined && <Flaw row={keyed.row} path={at === 0 ? '' : key} />}
              <Cell field={field} value={getPath(keyed.row, key)} row={keyed.row} labels={labels} language={language} />
            </>,
            key === shape.linkKey ? shape.href?.(keyed.id) : undefined,
          )}
          {others !== undefined && keyed.row[others] !== undefined && (
            <span className="wc-none" title={labels.fields[others]}>
              {` +${String(keyed.row[others])}`}
            </span>
          )}
          {key === shape.linkKey && shape.marks?.get(keyed.id)}
        </td>
      ))}
      {Actions && (
        <td role="cell" className="rt-actions">
          <Actions keyed={keyed} />
        </td>
      )}
    </tr>
  );
});

function opened(cell: ReactNode, href: string | undefined): ReactNode {
  if (href === undefined) return cell;
  return (
    <a href={href} data-open tabIndex={-1}>
      {cell}
    </a>
  );
}

/** Why a value, or in the first cell all of the row, does not fit the contract any more. */
function Flaw({ row, path }: { row: Keyed['row']; path: string }) {
  const at = path && `${pointerOf(path)}/`;
  const found = asArray(row['_mismatch']).map(asObject);
  const text = found.flatMap(({ pointer, detail }) => (`${String(pointer)}/`.startsWith(at) ? String(detail) : [])).join(' ');
  return text === '' ? null : (
    <span className="wc-tag" data-tone="danger" title={text}>
      ⚠ {text}
    </span>
  );
}
