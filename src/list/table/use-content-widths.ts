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
  onGrow: ((widths: Widths) => void) | undefined;
};

/**
 * Columns of figures as wide as what they show: a figure that is cut reads as another one. Measured in the page, because
 * only there it is known how wide a bar, a badge or a number in the reader's type is.
 */
export function useContentWidths({ shape, scroller, isOn, rows, from, onGrow }: Table): RowShape {
  const [grown, setGrown] = useState(none);
  const measure = useLatest((): void => {
    const table = isOn ? scroller.current?.querySelector('table') : undefined;
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
    return () => observer.disconnect();
  }, [measure, scroller]);
  return useMemo(() => (grown.size === 0 ? shape : { ...shape, columns: widenedColumns(shape.columns, grown) }), [shape, grown]);
}

export function widenedColumns<C extends { key: string; width: number }>(columns: C[], grown: Widths): C[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, grown.get(column.key) ?? 0) }));
}

/** What the figures of a column need, where it is more than the column has. */
function needs(table: HTMLTableElement, { columns }: RowShape): { key: string; width: number }[] {
  const range = document.createRange();
  return columns.flatMap(({ key, field, width }) => {
    if (!isNeverTruncated(field)) return [];
    let most = 0;
    for (const cell of table.querySelectorAll(`tbody td[data-column="${CSS.escape(key)}"]`)) {
      range.selectNodeContents(cell);
      most = Math.max(most, range.getBoundingClientRect().width);
    }
    const needed = Math.ceil(most) + SIDES;
    return most > 0 && needed > width ? [{ key, width: needed }] : [];
  });
}
