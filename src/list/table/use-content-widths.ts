import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { isNeverTruncated } from '#cells/truncation.ts';
import { useLatest } from '#ui/use-latest.ts';
import type { RowShape } from './table-row.tsx';

export type Widths = ReadonlyMap<string, number>;

/** Padding of a cell on both sides, its border, and what rounding takes. */
const SIDES = 26;
const none: Widths = new Map();

type Table = {
  shape: RowShape;
  scroller: RefObject<HTMLElement | null>;
  /** Rows as cards have no columns. */
  isOn: boolean;
  /** What is drawn of the rows: another part may need more. */
  rows: unknown;
  from: number;
  /** What the table takes before any column grows. */
  least: number;
  onGrow: ((widths: Widths) => void) | undefined;
};

/**
 * Columns of figures as wide as what they show: a figure that is cut reads as another one. Measured in the page, because
 * only there it is known how wide a bar, a badge or a number in the reader's type is.
 */
export function useContentWidths({ shape, scroller, isOn, rows, from, least, onGrow }: Table): RowShape {
  const [grown, setGrown] = useState(none);
  const [shared, setShared] = useState(none);
  const measure = useLatest((): void => {
    const table = isOn ? scroller.current?.querySelector('table') : undefined;
    const frame = scroller.current?.clientWidth ?? 0;
    if (table) {
      const next = shares({ table, frame }, shape, least, grown);
      if (JSON.stringify([...next]) !== JSON.stringify([...shared])) setShared(next);
    }
    const wider = (table ? needs(table, shape) : []).filter(({ key, width }) => width > (grown.get(key) ?? 0));
    if (wider.length === 0) return;
    const next = new Map([...grown, ...wider.map(({ key, width }) => [key, width] as const)]);
    setGrown(next);
    onGrow?.(next);
  });
  // before anything is painted, so that no column is seen to move; what is drawn now is what is measured
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => measure.current(), [measure, shape, isOn, rows, from]);
  useEffect(() => {
    if (!scroller.current) return undefined;
    // what stood in a closed part of the page had no width
    const observer = new ResizeObserver(() => measure.current());
    observer.observe(scroller.current);
    // names of what is referred to come after the rows, one by one: those of a frame are laid out once
    let due = 0;
    const arrivals = new MutationObserver(() => {
      due ||= requestAnimationFrame(() => {
        due = 0;
        measure.current();
      });
    });
    arrivals.observe(scroller.current, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      arrivals.disconnect();
    };
  }, [measure, scroller]);
  return useMemo(
    () => (grown.size + shared.size === 0 ? shape : { ...shape, columns: widenedColumns(widenedColumns(shape.columns, grown), shared) }),
    [shape, grown, shared],
  );
}

export function widenedColumns<C extends { key: string; width: number }>(columns: C[], grown: Widths): C[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, grown.get(column.key) ?? 0) }));
}

/** What the figures of a column need, where it is more than the column has. */
function needs(table: HTMLTableElement, { columns }: RowShape): { key: string; width: number }[] {
  return columns.flatMap(({ key, field, width }) => {
    if (!isNeverTruncated(field)) return [];
    const needed = widest(table.querySelectorAll(`tbody td[data-column="${CSS.escape(key)}"]`));
    return needed > width ? [{ key, width: needed }] : [];
  });
}

/** What the widest of these cells takes. */
function widest(cells: Iterable<Node>): number {
  const range = document.createRange();
  let most = 0;
  for (const cell of cells) {
    range.selectNodeContents(cell);
    most = Math.max(most, range.getBoundingClientRect().width);
  }
  return Math.ceil(most) + SIDES;
}

/** A text that is longer than this is not read in a table. */
const LONGEST = 360;

/** What a page is wider than its columns goes to the texts that are cut, the first ones first. */
function shares(
  { table, frame }: { table: HTMLTableElement; frame: number },
  { columns, Actions }: RowShape,
  least: number,
  grown: Widths,
): Widths {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]')];
  const found = new Map<string, number>();
  // the table itself is as wide as what was shared out before
  let room = frame - least - columns.reduce((sum, { key, width }) => sum + Math.max(0, (grown.get(key) ?? 0) - width), 0);
  for (const [at, { key, width }] of columns.entries()) {
    const needed = widest(rows.map(({ cells }) => cells[cells.length - columns.length - (Actions ? 1 : 0) + at] ?? table));
    const has = Math.max(width, grown.get(key) ?? 0);
    const more = Math.min(LONGEST, needed) - has;
    if (more <= 0 || room <= 0) continue;
    found.set(key, has + Math.min(more, room));
    room -= more;
  }
  return found;
}
