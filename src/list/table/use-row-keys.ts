import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Keyed } from '#resource/selection.ts';

type Options = {
  rows: readonly Keyed[];
  scroller: RefObject<HTMLElement | null>;
  /** Rows drawn on demand have to be brought into being before they can take the focus. */
  reveal: (index: number) => void;
  onOpen?: (keyed: Keyed) => void;
  /** `range` with shift. */
  onSelect?: (keyed: Keyed, how: 'toggle' | 'range') => void;
};

const CONTROLS = 'a, button, input, label, select, textarea, [role="menuitem"]';
const PAGE = 10;

/** One row is in the tab order; arrows, Home, End and Page keys move it, Enter opens, Space selects. */
export function useRowKeys({ rows, scroller, reveal, onOpen, onSelect }: Options) {
  const [active, setActive] = useState(0);
  const moved = useRef(false);
  const current = Math.min(active, Math.max(rows.length - 1, 0));

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    focusRow(scroller.current, current);
  }, [current, scroller]);

  const go = (index: number): void => {
    moved.current = true;
    reveal(index);
    setActive(index);
    if (index === current) focusRow(scroller.current, index);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (target !== scroller.current && !target.matches('tr[data-index]')) return;
    const keyed = rows[current];
    const to = destination(event.key, current, rows.length);
    if (to !== undefined && keyed) {
      if (event.shiftKey && onSelect && !event.key.startsWith('Page')) onSelect(rows[to] ?? keyed, 'range');
      go(to);
    } else if (event.key === 'Enter' && keyed && onOpen) onOpen(keyed);
    else if (event.key === ' ' && keyed && onSelect) onSelect(keyed, event.shiftKey ? 'range' : 'toggle');
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    // what a row's menu or dialog draws elsewhere bubbles through React to here as well
    const line = event.currentTarget.contains(target) ? target.closest<HTMLElement>('tr[data-index]') : null;
    const index = Number(line?.dataset['index']);
    const keyed = line ? rows[index] : undefined;
    if (!keyed) return;
    setActive(index);
    if (target.closest('[data-select]')) onSelect?.(keyed, event.shiftKey ? 'range' : 'toggle');
    else if (target.closest('a[data-open]')) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !onOpen) return;
      event.preventDefault();
      onOpen(keyed);
    } else if (!target.closest(CONTROLS) && (getSelection()?.isCollapsed ?? true)) onOpen?.(keyed);
  };

  return { active: current, go, onKeyDown, onClick };
}

function destination(key: string, from: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: count - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
  };
  const to = moves[key];
  return to === undefined || count === 0 ? undefined : Math.min(Math.max(to, 0), count - 1);
}

function focusRow(scroller: HTMLElement | null, index: number, tries = 5): void {
  const line = scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  if (line) line.focus();
  else if (tries > 0) requestAnimationFrame(() => focusRow(scroller, index, tries - 1));
}
