import { useEffect, useRef } from 'react';
import { usePreference } from '#resource/preference.ts';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { isBare, type SavedViews, stateOf } from './saved-views.ts';

/** What the list still has of what a view may name. */
export type ListParts = Parameters<typeof stateOf>[1];

export type Saved = { saved: SavedViews; keep: (next: SavedViews) => void; open: (query: string) => void };

export type ViewsProps = Saved & {
  /** The page as it is, as a view would keep it. */
  query: string;
};

const NONE: SavedViews = {};

/** The person's views of one list. A bare address opens the standard one, until something is chosen on the page. */
export function useSavedViews(resource: string, state: PageState, onChange: ChangeState, known: ListParts): Saved {
  const [saved, keep] = usePreference<SavedViews>(`views.${resource}`, NONE);
  const open = (query: string, history?: 'replace'): void => onChange(narrowed({ ...stateOf(query, known) }), history);
  const fresh = useRef(true);
  const bare = isBare(state);
  const standard = saved.views?.find(({ name }) => name === saved.standard);
  useEffect(() => {
    if (!bare) fresh.current = false;
    if (!fresh.current || !standard) return;
    fresh.current = false;
    open(standard.query, 'replace');
    // `open` is new in every render; what it needs is known by then
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bare, standard]);
  return { saved, keep, open };
}
