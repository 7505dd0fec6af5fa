import type { Row } from './list-answer.ts';

/**
 * Selected rows by id, over all pages and orders: never copies of them, because what they are is asked for when it
 * matters. `anchor` is where a range begins.
 */
export type Selection = { ids: ReadonlySet<string>; anchor?: string };

export const NOTHING: Selection = { ids: new Set() };

export type Keyed = { id: string; row: Row };

export function toggled(selection: Selection, { id }: Keyed): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Shift: all rows from the anchor to here become what this row becomes. */
export function ranged(selection: Selection, page: readonly Keyed[], to: Keyed): Selection {
  const start = page.findIndex((each) => each.id === selection.anchor);
  const end = page.findIndex((each) => each.id === to.id);
  if (start < 0 || end < 0) return toggled(selection, to);
  const select = !selection.ids.has(to.id);
  const ids = new Set(selection.ids);
  for (const { id } of page.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (select) ids.add(id);
    else ids.delete(id);
  }
  return { ids, anchor: to.id };
}

/** The whole page, or none of it where all of it is selected. */
export function pageToggled(selection: Selection, page: readonly Keyed[]): Selection {
  const ids = new Set(selection.ids);
  const all = page.every(({ id }) => ids.has(id));
  for (const { id } of page) {
    if (all) ids.delete(id);
    else ids.add(id);
  }
  return { ids };
}

export function without(selection: Selection, gone: Iterable<string>): Selection {
  const ids = new Set(selection.ids);
  for (const id of gone) ids.delete(id);
  return { ids };
}
