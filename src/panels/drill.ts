import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { asText } from '#domain/json.ts';
import type { Json, NavigationEntry, Panel } from '#domain/model.ts';
import { readTime, writeTime } from '#time/time-state.ts';
import { FILTER, withValues } from './panel-call.ts';

type Row = Readonly<Record<string, Json | undefined>>;
/** A stretch of time (milliseconds). */
type Stretch = { from: number; to: number };
/** What a click on what a panel shows leads to, where it leads anywhere. */
export type Drill = { href: (row: Row, around?: Stretch) => string; open: (row: Row, around?: Stretch) => void };

/** How much of the time before and after is shown beside what was clicked. */
const BESIDE = 6;

/** A click narrows the page, or opens another, by what was clicked; the way back is the browser's. */
export function useDrill({ drill, opens }: Panel, entry: NavigationEntry | undefined): Drill | undefined {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const href = useCallback(
    (row: Row, around?: Stretch): string => {
      const elsewhere = opens?.startsWith('/') === true;
      const [path, query] = (opens ?? '').split('?');
      // another page has parameters of its own, and the same time
      let next = elsewhere ? writeTime(new URLSearchParams(query), readTime(search)) : new URLSearchParams(search);
      for (const [name, property] of Object.entries(drill ?? {})) {
        const value = asText(row[property]);
        if (value !== undefined && value !== '') next = withValues(next, name, [value]);
      }
      if (opens !== undefined && !elsewhere) next.set('tab', opens);
      if (around) next = writeTime(next, widened(around));
      return `${elsewhere ? path : (entry?.path ?? '')}?${next.toString()}`;
    },
    [search, drill, opens, entry],
  );
  const open = useCallback((row: Row, around?: Stretch) => void navigate(href(row, around)), [navigate, href]);
  return drill === undefined ? undefined : { href, open };
}

/** With some time on both sides, and nothing that has not been yet. */
function widened({ from, to }: Stretch): Stretch {
  const beside = BESIDE * (to - from);
  return { from: from - beside, to: Math.min(Date.now(), to + beside) };
}

/** What the page is narrowed by, in the order in which it was: names of parameters with their values. */
export function trailOf(search: URLSearchParams, panels: readonly Panel[]): { name: string; value: string }[] {
  const names = new Set(panels.flatMap(({ drill, opens }) => (opens === undefined ? Object.keys(drill ?? {}) : [])));
  return [...search].flatMap(([key, value]) => {
    const name = key.startsWith(FILTER) ? key.slice(FILTER.length) : '';
    return names.has(name) && value !== '' ? [{ name, value }] : [];
  });
}
