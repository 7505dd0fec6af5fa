import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';
import { asObject, asText, texts } from '#domain/json.ts';
import type { Field, NavigationEntry } from '#domain/model.ts';

/**
 * What the operator looks at within a company: one city, some site tags. Chosen once in the top bar, read by the lists and
 * screens of the pages that show the choice (`selectors` of navigation.yaml). `city` and `tags` are empty for all.
 */
export type Selection = { city: string; tags: string[]; match: 'any' | 'all' };

const key = 'wan.selection';
const nothing: Selection = { city: '', tags: [], match: 'any' };
const changes = changesOf();
let current: Selection | undefined;

export function readSelection(): Selection {
  current ??= parse(sessionStorage.getItem(key));
  return current;
}

export function useSelection(): Selection {
  return useSyncExternalStore(changes.subscribe, readSelection);
}

/** Kept for this tab: it outlives a reload, as the company does. */
export function setSelection(next: Partial<Selection>): void {
  current = { ...readSelection(), ...next };
  sessionStorage.setItem(key, JSON.stringify(current));
  changes.publish();
}

/** Cities and tags are a company's own: another company, or nobody, has chosen none. */
export function clearSelection(): void {
  sessionStorage.removeItem(key);
  current = nothing;
  changes.publish();
}

/** What the top bar offers here: within one company only (spec section 2). */
export function selectorsOf(entry: NavigationEntry | undefined, companyId: string | undefined): NonNullable<NavigationEntry['selectors']> {
  return companyId === undefined ? {} : (entry?.selectors ?? {});
}

/** Texts of the query parameters that the top bar fills, by name; none where nothing is chosen. */
export function filledBy(
  query: Field[],
  { city, tags }: NonNullable<NavigationEntry['selectors']>,
  selection: Selection,
): Record<string, string[]> {
  const filled: Record<string, string[]> = {};
  for (const { name, fill } of query) {
    if (fill === 'city' && city !== undefined) filled[name] = selection.city === '' ? [] : [selection.city];
    if (fill === 'tags' && tags === true) filled[name] = selection.tags;
    if (fill === 'tagMatch' && tags === true) filled[name] = selection.tags.length < 2 ? [] : [selection.match];
  }
  return filled;
}

function parse(text: string | null): Selection {
  try {
    const value = asObject(JSON.parse(text ?? 'null'));
    return { city: asText(value['city']) ?? '', tags: texts(value['tags']), match: value['match'] === 'all' ? 'all' : 'any' };
  } catch {
    return nothing;
  }
}
