import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { textOf } from '#cells/cell.ts';
import { pageToggled, ranged, type Keyed, type Selection, toggled } from '#resource/selection.ts';
import { TableHead } from './table-head.tsx';
import { type RowShape, TableRow } from './table-row.tsx';
import { useContentWidths, type Widths as GrownWidths } from './use-content-widths.ts';
import { useRowKeys } from './use-row-keys.ts';
import './table.css';

export type Density = 'comfortable' | 'compact';

type Props = {
  /** Accessible name. */
  label: string;
  shape: RowShape;
  rows: readonly Keyed[];
  /** Rows before the first one, and of all pages (if known): what a screen reader counts. */
  offset?: number;
  total?: number;
  sort?: string;
  onSort?: (property: string) => void;
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  onOpen?: (keyed: Keyed) => void;
  density?: Density;
  layout?: 'table' | 'cards';
  busy?: boolean;
  /** Columns that need more room than they were given. */
  onGrow?: (widths: GrownWidths) => void;
  /** A row that is pointed at: brought into sight when it comes. */
  marked?: string;
  /** Places that are pointed at. */
  near?: readonly string[];
  /** Instead of rows: skeleton, empty, error. */
  children?: ReactNode;
};

export const VIRTUAL_FROM = 200;
const HEIGHTS: Record<Density, number> = { comfortable: 44, compact: 32 };
const CARD_HEIGHT = 180;

/** A semantic table in the theme's tokens: docs/decisions/003-own-table.md. */
export function DataTable(props: Props) {
  const { rows, selection, onSelection, density = 'comfortable', layout = 'table', offset = 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = rows.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => (layout === 'cards' ? CARD_HEIGHT : HEIGHTS[density]),
    overscan: 6,
    useFlushSync: false,
  });
  const keys = useRowKeys({
    rows,
    scroller,
    reveal: (index) => virtual && virtualizer.scrollToIndex(index),
    onOpen: props.onOpen,
    onSelect: (keyed, how) => selection && onSelection?.(how === 'range' ? ranged(selection, rows, keyed) : toggled(selection, keyed)),
  });
  useMarked(rows, props.marked, keys.go);
  const items = virtual ? virtualizer.getVirtualItems() : [];
  const shape = useContentWidths({
    shape: props.shape,
    scroller,
    isOn: layout === 'table',
    rows,
    from: items[0]?.index ?? 0,
    least: leastWidth(props.shape),
    onGrow: props.onGrow,
  });
  const before = items[0]?.start ?? 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const indexes = virtual ? items.map((item) => item.index) : rows.map((_, index) => index);
  const span = shape.columns.length + (shape.selectName ? 1 : 0) + (shape.Actions ? 1 : 0) + (shape.Handle ? 1 : 0);

  return (
    // keys and clicks of rows bubble to here; the controls inside stay reachable on their own
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={scroller} className="rt-scroll" data-virtual={virtual || undefined} onKeyDown={keys.onKeyDown} onClick={keys.onClick}>
      <table
        role="table"
        className="rt"
        aria-label={props.label}
        aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        aria-busy={props.busy ?? false}
        data-density={density}
        style={layout === 'table' ? { minWidth: leastWidth(shape) } : undefined}
        data-layout={layout}
      >
        <Widths shape={shape} />
        <TableHead
          shape={shape}
          sort={props.sort ?? ''}
          onSort={props.onSort}
          selected={selectedPart(rows, selection)}
          onSelectPage={() => selection && onSelection?.(pageToggled(selection, rows))}
        />
        <tbody role="rowgroup">
          {before > 0 && <Spacer height={before} span={span} />}
          {indexes.map((index) => {
            const keyed = rows[index];
            if (!keyed) return null;
            const place = props.shape.placeBy === undefined ? undefined : textOf(keyed.row[props.shape.placeBy]);
            return (
              <TableRow
                key={keyed.id}
                // rows compare it by identity, and no width concerns them
                shape={props.shape}
                keyed={keyed}
                index={index}
                position={offset + index + 2}
                checked={selection?.ids.has(keyed.id) ?? false}
                marked={keyed.id === props.marked}
                place={place}
                near={place !== undefined && props.near?.includes(place) === true}
                focusable={index === keys.active}
                measure={virtual && layout === 'cards' ? virtualizer.measureElement : undefined}
              />
            );
          })}
          {after > 0 && <Spacer height={after} span={span} />}
          {props.children && (
            <tr role="row" className="rt-message">
              <td role="cell" colSpan={span}>
                {props.children}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Goes to the marked row once for each time that one is marked. */
function useMarked(rows: readonly Keyed[], marked: string | undefined, go: (index: number) => void): void {
  const shown = useRef<string>(undefined);
  const index = marked === undefined ? -1 : rows.findIndex(({ id }) => id === marked);
  useEffect(() => {
    if (shown.current === marked || (marked !== undefined && index < 0)) return;
    shown.current = marked;
    if (index >= 0) go(index);
  });
}

/** Least widths; a wider page is shared out in proportion to them. */
function Widths({ shape }: { shape: RowShape }) {
  return (
    <colgroup>
      {shape.Handle && <col style={{ width: HANDLE }} />}
      {shape.selectName && <col style={{ width: SELECT }} />}
      {shape.columns.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
      {shape.Actions && <col style={{ width: shape.actionsWidth ?? ACTIONS }} />}
    </colgroup>
  );
}

const ACTIONS = 124;
const SELECT = 44;
const HANDLE = 40;

function leastWidth(shape: RowShape): number {
  const columns = shape.columns.reduce((sum, column) => sum + column.width, 0);
  const actions = shape.Actions ? (shape.actionsWidth ?? ACTIONS) : 0;
  return columns + sidesWidth({ handle: shape.Handle !== undefined, select: shape.selectName !== undefined, actions });
}

/** What a row needs beside its columns. */
export function sidesWidth({ handle, select, actions }: { handle: boolean; select: boolean; actions: number }): number {
  return (handle ? HANDLE : 0) + (select ? SELECT : 0) + actions;
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className="rt-spacer" style={{ height }}>
      {/* empty on purpose: it keeps the height of rows that are not drawn */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} />
    </tr>
  );
}

function selectedPart(rows: readonly Keyed[], selection: Selection | undefined): 'none' | 'some' | 'all' {
  if (!selection || selection.ids.size === 0 || rows.length === 0) return 'none';
  let count = 0;
  for (const { id } of rows) if (selection.ids.has(id)) count++;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
